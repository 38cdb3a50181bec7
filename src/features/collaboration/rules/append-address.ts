import * as z from 'zod'
import { id } from '#kernel/id.ts'

const appendParams = z.object({
  draft: id,
  document: id,
  /** Empty for a new draft. */
  seedOf: z.string().max(100).optional(),
  /** The account that made the edits: another one may have signed in since. */
  by: id.optional(),
})

export type AppendTarget = { id: string; document: string; seedOf?: string | null; by?: string }

export function appendAddress({ id: draft, document, seedOf, by }: AppendTarget): string {
  const params = new URLSearchParams({ draft, document })
  if (seedOf !== undefined) params.set('seedOf', seedOf ?? '')
  if (by) params.set('by', by)
  return `/api/admin/draft_updates?${params}`
}

export function readAppendAddress(url: string): AppendTarget | undefined {
  const { data } = appendParams.safeParse(Object.fromEntries(new URL(url).searchParams))
  if (!data) return undefined
  const { draft, document, seedOf, by } = data
  return { id: draft, document, ...(seedOf !== undefined && { seedOf: seedOf || null }), ...(by && { by }) }
}
