import type { Category } from '#kernel/category.ts'
import type { NormalisedItem } from './normalised-feed.ts'

/** `hash` is the digest of the item's fingerprint. */
export type ItemWithHash = NormalisedItem & { hash: string }

/** What is stored under a key: an article, or that there was one which was deleted. */
export type KnownArticle =
  | {
      kind: 'article'
      articleId: string
      /** The feed that owns the text; null when that feed is gone. */
      feedId: string | null
      /** Of the item as last gathered. */
      hash: string
      category: Category
      /** Whether an editor wrote the text or took it over. */
      isEditors: boolean
    }
  | { kind: 'tombstone' }

type Verdict =
  | { kind: 'created' }
  /** The owning feed has edited the item. */
  | { kind: 'updated'; articleId: string }
  | { kind: 'unchanged'; articleId: string }
  /** Another feed's article, an editor's, or one decided on earlier in this batch (`articleId` is null if that one is created). */
  | { kind: 'duplicate'; articleId: string | null }
  /** The owner is gone: this feed takes over the article and its text. */
  | { kind: 'adopted'; articleId: string }
  /** An article of "News" belongs to this feed's section: the feed takes it over and sets its category. */
  | { kind: 'recategorised'; articleId: string }
  | { kind: 'tombstoned' }

/** `newKeys` are to be recorded for the article, or as tombstones if it was deleted. */
export type Decision = Verdict & { item: ItemWithHash; newKeys: string[] }

type Feed = { id: string; category: Category }

/**
 * Decides what becomes of each item of a feed. Only the feed that owns an article changes it, so that two feeds with
 * one story never take turns in rewriting it; what an editor wrote stays as it is, and what an administrator has deleted
 * stays deleted. An item whose keys lead to several articles is that of its strongest key.
 *
 * @param known by key, for all keys of `items` that are stored
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
      // Its other keys are recorded when it comes again and the article has an id.
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
  // Never for an article of its own: one that an editor has moved to "News" would be moved back.
  if (article.category === 'News' && feed.category !== 'News') return 'recategorised'
  return article.feedId === null ? 'adopted' : 'duplicate'
}
