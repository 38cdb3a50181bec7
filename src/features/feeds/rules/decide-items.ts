import type { Category } from '#kernel/category.ts'
import type { NormalisedItem } from './normalise-feed.ts'

/** `hash` is the digest of `fingerprintItem`. */
export type ItemWithHash = NormalisedItem & { hash: string }

/** The stored state of a key: an article, or a tombstone of a deleted one. */
export type KnownArticle =
  | {
      kind: 'article'
      articleId: string
      /** The feed that owns the text; null after it was deleted. */
      feedId: string | null
      /** Of the item at the last fetch. */
      hash: string
      category: Category
      /** Written or edited by an editor. */
      isEditors: boolean
    }
  | { kind: 'tombstone' }

type Verdict =
  | { kind: 'created' }
  /** The owning feed has edited the item. */
  | { kind: 'updated'; articleId: string }
  | { kind: 'unchanged'; articleId: string }
  /** An article of another feed or of an editor, or a repeat in this batch (`articleId` is null if that item is created). */
  | { kind: 'duplicate'; articleId: string | null }
  /** The owning feed was deleted: this feed takes over the article and its text. */
  | { kind: 'adopted'; articleId: string }
  /** An article of "News" moves to this feed and its more specific category. */
  | { kind: 'recategorised'; articleId: string }
  | { kind: 'tombstoned' }

/** `newKeys` are to be stored for the article, or as tombstones. */
export type Decision = Verdict & { item: ItemWithHash; newKeys: string[] }

type Feed = { id: string; category: Category }

/**
 * Decides what to do with each item of a feed. Only the feed that owns an article updates it, so that two feeds with the
 * same story do not alternate. Edited articles are never overwritten, deleted ones never recreated. If the keys of an item
 * match several articles, the strongest key wins.
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
      // Its other keys are stored at the next fetch, when the article has an id.
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
  // Not for its own articles: an editor may have moved one to "News".
  if (article.category === 'News' && feed.category !== 'News') return 'recategorised'
  return article.feedId === null ? 'adopted' : 'duplicate'
}

/** The fields whose change counts as an edit, as a string to hash. A date not given by the source changes at each fetch. */
export function fingerprintItem(item: NormalisedItem): string {
  const { title, summary, content, author, imageUrl, sourceUrl } = item
  const date = item.datedBySource ? item.publishedAt.toISOString() : null
  return JSON.stringify([title, summary, content, author, imageUrl, sourceUrl, date])
}
