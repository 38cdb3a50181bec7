import type { Category } from '#kernel/category.ts'
import type { NormalisedItem } from './normalise-feed.ts'

/** `hash` is the digest of `fingerprintItem`. */
export type ItemWithHash = NormalisedItem & { hash: string }

/** The article that a stored key identifies, or the tombstone of a deleted article. */
export type KnownArticle =
  | {
      kind: 'article'
      articleId: string
      /** Null after the feed was deleted. */
      feedId: string | null
      /** The item's hash at the last fetch. */
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
  /** The article belongs to another feed or an editor. `articleId` is null if an item of this batch creates it. */
  | { kind: 'duplicate'; articleId: string | null }
  /** The owning feed was deleted, so this feed takes over the article. */
  | { kind: 'adopted'; articleId: string }
  /** The article moves from "News" to this feed and its category. */
  | { kind: 'recategorised'; articleId: string }
  | { kind: 'tombstoned' }

/** `newKeys` are stored for the article, or as tombstones. */
export type Decision = Verdict & { item: ItemWithHash; newKeys: string[] }

type Feed = { id: string; category: Category }

/**
 * Decides how to store each item of a feed. Only the owning feed updates an article, so that two feeds with the same
 * story do not alternate. Edited articles are never overwritten and deleted ones never recreated. The strongest key
 * wins.
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
      // The other keys are stored at the next fetch, when the article has an id.
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

/** Joins the fields that count as an edit. Excludes fetch-time dates, which change at each fetch. */
export function fingerprintItem(item: NormalisedItem): string {
  const { title, summary, content, author, imageUrl, sourceUrl } = item
  const date = item.datedBySource ? item.publishedAt.toISOString() : null
  return JSON.stringify([title, summary, content, author, imageUrl, sourceUrl, date])
}
