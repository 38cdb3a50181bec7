import { inArray } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { articleIdentities } from '#schema/articles.ts'
import { isAlternatePage } from '../parse/canonicalise-link.ts'
import { canonicalKey } from '../parse/identify-items.ts'
import type { ItemWithHash } from './known-article.ts'
import { type PageDependencies, requestPage } from './request-page.server.ts'

const MAX_PAGES_PER_FEED = 10
export const MAX_CANONICAL_PAGES_PER_RUN = 100
/** For all pages of a feed. */
const TIMEOUT_MS = 5_000

/**
 * Adds the key of a page's canonical address (RFC 6596) to new items that link to a mobile, AMP or print page. Requests
 * each page once, since its item is known afterwards.
 */
export async function addCanonicalKeys(
  db: Db,
  items: readonly ItemWithHash[],
  { outbound, reader, signal, budget }: PageDependencies,
): Promise<ItemWithHash[]> {
  const alternates = items.filter(({ sourceUrl }) => sourceUrl !== null && isAlternatePage(sourceUrl))
  const known = await findKnownKeys(
    db,
    alternates.flatMap(({ keys }) => keys),
  )
  const requested = new Set(
    alternates
      .filter(({ keys }) => !keys.some((key) => known.has(key)))
      .slice(0, Math.min(MAX_PAGES_PER_FEED, budget.pages)),
  )
  if (requested.size === 0) return [...items]
  budget.pages -= requested.size
  const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  return Promise.all(
    items.map(async (item) => {
      if (item.sourceUrl === null || !requested.has(item)) return item
      const page = await requestPage(item.sourceUrl, { outbound, signal: limited })
      const head = page && (await reader.readPageHead(page))
      const key = head?.canonical ? canonicalKey(head.canonical, item.sourceUrl) : null
      return key === null ? item : { ...item, keys: [...new Set([key, ...item.keys])] }
    }),
  )
}

async function findKnownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .select({ key: articleIdentities.key })
    .from(articleIdentities)
    .where(inArray(articleIdentities.key, keys))
  return new Set(rows.map(({ key }) => key))
}
