import { desc, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import { feedKeyPrefix, isLinkKey, linkKey, publisherOfKey } from '../parse/identify-items.ts'
import { findKnown } from './find-known.server.ts'
import type { ItemDrafts } from './item-drafts.server.ts'
import type { ItemWithHash } from './known-article.ts'
import type { KnownItems } from './match-item.ts'

const COMPARED_ARTICLES = 20

/**
 * Finds the stored articles of a feed whose publisher has changed its host and its guids at once. Applies only if no item
 * of the feed is known, all items are on one host, and the latest articles are all on another. An item matches an article
 * with the same path, title and date; its key at the former host is added.
 *
 * @returns undefined if the feed has not moved
 */
export async function findMovedItems(
  tx: Db,
  items: readonly ItemWithHash[],
  { feedId, drafts }: { feedId: string; drafts: ItemDrafts },
): Promise<{ items: ItemWithHash[]; known: KnownItems } | undefined> {
  const [host, ...otherHosts] = new Set(
    items.flatMap(({ keys }) => keys.filter(isLinkKey).map(publisherOfKey)),
  )
  if (host === undefined || otherHosts.length > 0) return undefined
  const latest = await tx
    .select({ url: articles.sourceUrl })
    .from(articles)
    .where(eq(articles.feedId, feedId))
    .orderBy(desc(articles.publishedAt))
    .limit(COMPARED_ARTICLES)
  const [formerHost, ...otherFormerHosts] = new Set(
    latest.map(({ url }) => publisherOfKey(linkKey(url ?? '') ?? '')),
  )
  if (!formerHost || formerHost === host || otherFormerHosts.length > 0) return undefined

  const former = new Map(
    items
      .filter(({ datedBySource }) => datedBySource)
      .map((item) => [item, item.keys.flatMap((key) => keyAtHost(key, formerHost))]),
  )
  const withKeys = (isKept: (item: ItemWithHash, key: string) => boolean) =>
    items.map((item) => {
      const movedKeys = (former.get(item) ?? []).filter((key) => isKept(item, key))
      return movedKeys.length > 0 ? { ...item, movedKeys } : item
    })
  const known = await findKnown(
    tx,
    withKeys(() => true),
    { feedId, drafts },
  )
  const isSameItem = ({ mark }: ItemWithHash, key: string) => {
    const [stored, record] = [known.byKey.get(key), known.records.get(key)]
    if (!stored || !record?.itemKey?.startsWith(feedKeyPrefix(feedId)) || record.isShared) return false
    return record.itemMark === mark || (stored.kind === 'article' && stored.mark === mark)
  }
  return { items: withKeys(isSameItem), known }
}

/** The home page identifies no article. */
function keyAtHost(key: string, host: string): string[] {
  const path = isLinkKey(key) && key.includes('/') ? key.slice(key.indexOf('/')) : '/'
  return path === '/' ? [] : [`link:${host}${path}`]
}
