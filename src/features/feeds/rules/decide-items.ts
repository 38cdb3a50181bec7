import type { Category } from '#kernel/category.ts'
import type { NormalisedItem } from './normalise-feed.ts'

/** `hash` is the digest of `fingerprintItem`. */
export type ItemWithHash = NormalisedItem & { hash: string }

/** An article, or the tombstone of a deleted one. */
export type KnownArticle =
  | {
      kind: 'article'
      articleId: string
      /** Null after the feed was deleted. */
      feedId: string | null
      /** At the last fetch. */
      hash: string
      category: Category
      /** Written or edited by an editor. */
      isEditors: boolean
    }
  | { kind: 'tombstone' }

type Verdict =
  | { kind: 'created' }
  | { kind: 'updated'; articleId: string }
  | { kind: 'unchanged'; articleId: string }
  /** Belongs to another feed or an editor. `articleId` is null for an item created in this batch. */
  | { kind: 'duplicate'; articleId: string | null }
  /** The owning feed was deleted; this feed takes over. */
  | { kind: 'adopted'; articleId: string }
  /** Moves from "News" to this feed and its category. */
  | { kind: 'recategorised'; articleId: string }
  | { kind: 'tombstoned' }

/** `newKeys` are stored for the article, or as tombstones. */
export type Decision = Verdict & { item: ItemWithHash; newKeys: string[] }

type Feed = { id: string; category: Category }

/**
 * Decides how to store each item. Only the owning feed updates an article, so that feeds with the same article do not
 * overwrite each other in turn. Edited articles are never overwritten, deleted ones never recreated. The strongest key wins.
 *
 * @param known the stored keys among those of `items`
 */
export function decideItems(
  items: readonly ItemWithHash[],
  known: ReadonlyMap<string, KnownArticle>,
  feed: Feed,
): Decision[] {
  const recorded = new Set(known.keys())
  const createdKeys = new Set<string>()
  const decidedArticles = new Set<string>()

  return items.map((item) => {
    const newKeys = item.keys.filter((key) => !recorded.has(key))
    const match = item.keys.map((key) => known.get(key)).find((stored) => stored !== undefined)
    if (match === undefined && item.keys.some((key) => createdKeys.has(key))) {
      // Its other keys are stored at the next fetch, once the article has an id.
      return { kind: 'duplicate', articleId: null, item, newKeys: [] }
    }
    for (const key of newKeys) recorded.add(key)
    if (match === undefined) {
      for (const key of item.keys) createdKeys.add(key)
      return { kind: 'created', item, newKeys }
    }
    if (match.kind === 'tombstone') return { kind: 'tombstoned', item, newKeys }

    const { articleId } = match
    if (decidedArticles.has(articleId)) return { kind: 'duplicate', articleId, item, newKeys }
    decidedArticles.add(articleId)
    return { kind: kindFor(match, item.hash, feed), articleId, item, newKeys }
  })
}

function kindFor(article: Extract<KnownArticle, { kind: 'article' }>, hash: string, feed: Feed) {
  if (article.isEditors) return 'duplicate'
  if (article.feedId === feed.id) return article.hash === hash ? 'unchanged' : 'updated'
  // The feed's own articles, which editors may move to "News", are decided above.
  if (article.category === 'News' && feed.category !== 'News') return 'recategorised'
  return article.feedId === null ? 'adopted' : 'duplicate'
}

/** Excludes fetch-time dates, which change at each fetch. */
export function fingerprintItem(item: NormalisedItem): string {
  const { title, summary, content, author, imageUrl, sourceUrl } = item
  const date = item.datedBySource ? item.publishedAt.toISOString() : null
  return JSON.stringify([title, summary, content, author, imageUrl, sourceUrl, date])
}
