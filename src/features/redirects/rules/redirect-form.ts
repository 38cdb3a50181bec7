import * as z from 'zod'
import { phrase } from '#kernel/text/phrase.ts'
import { MAX_REDIRECTS, targetKey } from './redirect-address.ts'

const MAX_TYPED_LENGTH = 4_096
const address = z.string().max(MAX_TYPED_LENGTH, {
  error: () => phrase('The address can have {max} characters at most', { max: MAX_TYPED_LENGTH }),
})

export const STATUSES = ['301', '302', '410'] as const

export const statusLabels = (): Record<(typeof STATUSES)[number], string> => ({
  301: phrase('Moved permanently (301)'),
  302: phrase('Moved temporarily (302)'),
  410: phrase('Removed permanently (410)'),
})

/** `target` is not used for removed pages. */
export const redirectForm = z.object({ from: address, target: address, status: z.enum(STATUSES) })
export type RedirectForm = z.output<typeof redirectForm>

/** `from` as `redirectKey` returns it, `target` as `parseTarget` does; null for removed pages. */
export type ParsedRedirect = { from: string; target: string | null; status: number }

/** A message for a field of the form. */
export type Refusal = { field: 'from' | 'target'; reason: string }

export const fullRefusal = (): Refusal => ({
  field: 'from',
  reason: phrase('There can be {max} redirects at most. Delete some first.', { max: MAX_REDIRECTS }),
})

/** Pages and redirects that exist at the two addresses. */
export type RedirectFacts = {
  /** A page is at `from`. */
  hasPage: boolean
  /** Another redirect is from `from`. */
  isTaken: boolean
  /** The redirect from `target`. */
  next: { target: string | null } | undefined
  /** The path of a redirect that leads to `from`. */
  previous: string | undefined
}

/** Refuses loops, chains, and redirects that would have no effect. */
export function refuseRedirect({ from, target }: ParsedRedirect, facts: RedirectFacts): Refusal | undefined {
  const { hasPage, isTaken, next, previous } = facts
  const key = target === null ? undefined : targetKey(target)
  if (key === from) return { field: 'target', reason: phrase('The address would redirect to itself.') }
  if (hasPage)
    return {
      field: 'from',
      reason: phrase('There is a page at this address, so a redirect would have no effect.'),
    }
  if (isTaken)
    return { field: 'from', reason: phrase('There is a redirect from this address already. Edit that one.') }
  if (next?.target === null) return { field: 'target', reason: phrase('This address is marked as removed.') }
  if (next && targetKey(next.target) === from)
    return { field: 'target', reason: phrase('The two addresses would redirect to each other.') }
  if (next)
    return {
      field: 'target',
      reason: phrase('This address redirects to {target}. Enter that, so that readers are redirected once.', {
        target: next.target,
      }),
    }
  if (previous !== undefined && target !== null)
    return {
      field: 'from',
      reason: phrase(
        '{previous} redirects to this address. Change that redirect first, so that readers are redirected once.',
        { previous },
      ),
    }
  return undefined
}

/** The result of an import. `lines` are the first that were refused. */
export type RedirectImportReport = {
  added: number
  refused: number
  lines: { line: number; from: string; reason: string }[]
}

export const MAX_IMPORT_LINES = 10_000
export const MAX_IMPORT_BYTES = 4_000_000
