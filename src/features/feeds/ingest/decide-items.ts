import type { Category } from '#kernel/category.ts'
import type { NormalisedItem } from '../parse/normalise-feed.ts'
import type { ItemWithHash, KnownArticle } from './known-article.ts'
import { type KnownItems, matchItem } from './match-item.ts'
import { removeVolatile, withoutVolatile } from './volatile-addresses.ts'

type Verdict =
  | { kind: 'created' }
  /** New; awaits a decision. */
  | { kind: 'held' }
  /** The new text of a held item, or of an article of a held feed, awaits a decision. */
  | { kind: 'revised'; articleId: string }
  | { kind: 'updated'; articleId: string }
  /** Stored before its page was requested, whose content it now receives. */
  | { kind: 'completed'; articleId: string }
  | { kind: 'unchanged'; articleId: string }
  /** The new text of an article that an editor has changed, who may take it. */
  | { kind: 'offered'; articleId: string }
  /** Equals an article of another feed or an editor, or an earlier item. `articleId` is null if that item is new. */
  | { kind: 'duplicate'; articleId: string | null }
  /** The owning feed was deleted; this feed becomes the owner. */
  | { kind: 'adopted'; articleId: string; category: Category }
  /** Moves from "News" to this feed's category; owner and text stay. */
  | { kind: 'recategorised'; articleId: string }
  | { kind: 'tombstoned' }

/** `newKeys` are added to the article or stored as tombstones; the others are described in `ItemMatch`. */
export type Decision = Verdict & {
  item: ItemWithHash
  keys: string[]
  newKeys: string[]
  sharedKeys: string[]
}

/** `id` is null for the sample edition. */
type Feed = { id: string | null; category: Category; newArticles: 'publish' | 'hold' }

/**
 * Decides how to store each item. Only the owning feed updates an article, so that feeds do not overwrite each other.
 * Edited articles are never overwritten, deleted ones never recreated. The strongest key wins. Held feeds never change
 * what readers see, and no feed publishes a held item.
 */
export function decideItems(items: readonly ItemWithHash[], known: KnownItems, feed: Feed): Decision[] {
  const recorded = new Set(known.byKey.keys())
  const createdKeys = new Set<string>()
  const decidedArticles = new Set<string>()

  return items.map((item) => {
    const { match, ...matched } = matchItem(item, known, feed.id)
    const newKeys = matched.keys.filter((key) => !recorded.has(key))
    const decided = { item, ...matched, newKeys }
    if (match === undefined && matched.keys.some((key) => createdKeys.has(key))) {
      // The next fetch stores its other keys, once the article has an id.
      return { kind: 'duplicate', articleId: null, ...decided, newKeys: [] }
    }
    for (const key of newKeys) recorded.add(key)
    if (match === undefined) {
      for (const key of matched.keys) createdKeys.add(key)
      return { kind: feed.newArticles === 'hold' ? 'held' : 'created', ...decided }
    }
    if (match.kind === 'tombstone') return { kind: 'tombstoned', ...decided }

    const { articleId } = match
    if (decidedArticles.has(articleId)) return { kind: 'duplicate', articleId, ...decided }
    decidedArticles.add(articleId)
    return { ...verdictFor(match, item, feed), ...decided }
  })
}

function verdictFor(
  known: Exclude<KnownArticle, { kind: 'tombstone' }>,
  { hash }: ItemWithHash,
  feed: Feed,
): Verdict {
  const { articleId, feedId, hash: storedHash } = known
  if (known.kind === 'held' || (feed.newArticles === 'hold' && !known.isEditors)) {
    if (feedId !== feed.id) return { kind: 'duplicate', articleId }
    return { kind: storedHash === hash ? 'unchanged' : 'revised', articleId }
  }
  const { category, isEditors } = known
  if (isEditors) {
    if (feedId === null || feedId !== feed.id) return { kind: 'duplicate', articleId }
    return { kind: storedHash === hash ? 'unchanged' : 'offered', articleId }
  }
  // Editors may move the feed's own articles to "News".
  if (feedId === feed.id) {
    const isAwaitingPage = storedHash === hashAwaitingPage(hash)
    return { kind: storedHash === hash ? 'unchanged' : isAwaitingPage ? 'completed' : 'updated', articleId }
  }
  if (feedId === null) {
    return { kind: 'adopted', articleId, category: category === 'News' ? feed.category : category }
  }
  const isMoreSpecific = category === 'News' && feed.category !== 'News'
  return { kind: isMoreSpecific ? 'recategorised' : 'duplicate', articleId }
}

/** Marks the hash of an item whose page was not requested yet: a later run requests it. */
export function hashAwaitingPage(hash: string): string {
  return `${hash} awaiting page`
}

/** Excludes what differs with each fetch (estimated dates, parts of addresses), and alternative texts, which alone are no news. */
export function fingerprintItem(item: NormalisedItem): string {
  const { title, summary, content, author, imageUrl, sourceUrl, statedDate } = item
  const addresses = [imageUrl, sourceUrl].map((address) => address && removeVolatile(address))
  return JSON.stringify([
    title,
    summary,
    withoutVolatile(content),
    author,
    ...addresses,
    statedDate?.toISOString() ?? null,
  ])
}

/** Text of the headline and date, which distinguishes items with the same address. Without a date, the summary does. */
export function markItem({
  title,
  summary,
  publishedAt,
  datedBySource,
}: Pick<NormalisedItem, 'title' | 'summary' | 'publishedAt' | 'datedBySource'>): string {
  return JSON.stringify([title, datedBySource ? publishedAt.toISOString() : summary])
}
