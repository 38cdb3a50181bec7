import { type Account, hasCapability } from '#features/access/rules/access.ts'
import type { LiveState } from '#kernel/newsroom-states.ts'
import { phrase } from '#kernel/text/phrase.ts'

type Person = Pick<Account, 'id' | 'role'>
type Coverage = { ownerId: string | null; assigneeId: string | null }

/**
 * Whether the person may change all posts, and start and end the coverage: editors, and authors who own the article or
 * are assigned to it.
 */
export function canManageCoverage(person: Person, coverage: Coverage): boolean {
  if (hasCapability(person, 'article.edit-all')) return true
  return hasCapability(person, 'article.read-all') && isOwn(person, coverage)
}

/** Contributors may read what readers see, and the coverage of their own articles. */
export function canReadCoverage(
  person: Person,
  coverage: Coverage & { isPublished: boolean; liveState: LiveState | null },
): boolean {
  if (hasCapability(person, 'article.read-all') || isOwn(person, coverage)) return true
  return coverage.isPublished && coverage.liveState !== null
}

/**
 * Whether a new post of the person is published at once.
 *
 * @param doOthersWait the setting "Posts of contributors wait for an editor"
 */
export function isPublishedAtOnce(person: Person, coverage: Coverage, doOthersWait: boolean): boolean {
  return !doOthersWait || canManageCoverage(person, coverage)
}

function isOwn({ id }: Person, { ownerId, assigneeId }: Coverage): boolean {
  return id === ownerId || id === assigneeId
}

/** Returns why the live coverage cannot be turned off, started or ended; undefined if it can. */
export function refuseLiveState(
  from: LiveState | null,
  to: LiveState | null,
  posts: number,
): string | undefined {
  if (to === null && posts > 0)
    return phrase(
      'The article has live posts, which would disappear. End the coverage instead: its posts stay.',
    )
  if (to === 'ended' && from === null) return phrase('The live coverage has not started.')
  return undefined
}
