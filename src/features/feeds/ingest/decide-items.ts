import { type Category, GENERAL_CATEGORY } from '#kernel/category.ts'
import { feedKey, feedKeyPrefix, isLinkKey, pathOfKey } from '../parse/identify-items.ts'
import type { ItemWithHash } from './hash-item.server.ts'

export type KnownArticle =
  | {
      kind: 'article'
      articleId: string
      /** The feed that updates it, or whose new texts are offered to its editors. Null if there is none. */
      feedId: string | null
      hash: string
      category: Category
      /** Written or edited by an editor. */
      isEditors: boolean
      title: string
      /** Null if the item had none. */
      date: Date | null
      /** Computed as the `mark` of an item. */
      mark: string
      /** The key of its source. */
      link: string | null
    }
  /** The newest text awaits a decision. `isPublished`: readers see an earlier one. */
  | { kind: 'held'; articleId: string; feedId: string | null; hash: string; isPublished: boolean }
  | { kind: 'tombstone' }

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
  claimedKeys: string[]
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
    return { kind: 'adopted', articleId, category: category === GENERAL_CATEGORY ? feed.category : category }
  }
  const isMoreSpecific = category === GENERAL_CATEGORY && feed.category !== GENERAL_CATEGORY
  return { kind: isMoreSpecific ? 'recategorised' : 'duplicate', articleId }
}

/** Marks the hash of an item whose page was not requested yet: a later run requests it. */
export function hashAwaitingPage(hash: string): string {
  return `${hash} awaiting page`
}

/** How a key was stored. */
export type KeyRecord = {
  /** `feedKey` of the item that it was stored with; null without a guid. */
  itemKey: string | null
  /** See `markItem`. */
  itemMark: string | null
  /** Several items of a feed have it. */
  isShared: boolean
}

export type KnownItems = {
  /** The stored keys among those of the items. */
  byKey: ReadonlyMap<string, KnownArticle>
  /** Details of the keys in `byKey`. A key without an entry is not shared, and its item is unknown. */
  records: ReadonlyMap<string, KeyRecord>
  /** All keys of the articles, by id. */
  keysOf: ReadonlyMap<string, readonly string[]>
}

type ItemMatch = {
  match: KnownArticle | undefined
  /** All keys that identify the item. */
  keys: string[]
  /** Keys of other items of the feed. */
  sharedKeys: string[]
  /** Keys that were stored without a guid, and belong to this item. */
  claimedKeys: string[]
}

const UNKNOWN: KeyRecord = { itemKey: null, itemMark: null, isShared: false }

/**
 * Within a feed, the guid identifies an item. An address identifies it among feeds, and within a feed unless it belongs to an item with another guid
 * and another title or date: some feeds give a story a new guid with each edit.
 *
 * @param feedId null for the sample edition
 */
export function matchItem(item: ItemWithHash, known: KnownItems, feedId: string | null): ItemMatch {
  const { byKey, records } = known
  const { itemId } = item
  const ownKey = itemId === null || feedId === null ? null : feedKey(feedId, itemId)
  const sharedKeys: string[] = []
  const claimedKeys: string[] = []
  const own = ownKey === null ? undefined : byKey.get(ownKey)
  let match = own && hasReusedGuid(item, own) ? undefined : own
  let isOwnAddress = false
  for (const key of item.keys) {
    const stored = byKey.get(key)
    const record = records.get(key) ?? UNKNOWN
    const isOther =
      stored !== undefined &&
      record.itemKey !== ownKey &&
      (match === undefined || record.isShared) &&
      isOfOtherItem({ item, ownKey, feedId }, key, { stored, record, known })
    if (isOther) sharedKeys.push(key)
    else {
      isOwnAddress ||= key === itemId
      if (match === undefined && stored !== undefined) {
        match = stored
        const isOwn = stored.kind === 'tombstone' || stored.feedId === feedId
        if (ownKey !== null && record.itemKey === null && isOwn && isLinkKey(key)) claimedKeys.push(key)
      }
    }
  }
  match ??= item.movedKeys?.map((key) => byKey.get(key)).find((stored) => stored !== undefined)
  const keys = item.keys.filter((key) => !sharedKeys.includes(key))
  // The key of an address is that of the guid too, unless another item has it.
  const hasOwnKey = ownKey !== null && (!isOwnAddress || byKey.has(ownKey))
  return { match, keys: hasOwnKey ? [ownKey, ...keys] : keys, sharedKeys, claimedKeys }
}

/** Some feeds number their items anew, or copy the guids of several publishers: nothing but the guid is the same. */
function hasReusedGuid(item: ItemWithHash, stored: KnownArticle): boolean {
  if (stored.kind !== 'article' || stored.link === null || stored.date === null || item.sourceUrl === null)
    return false
  const path = pathOfKey(stored.link)
  const isSamePage = item.keys.some((key) => key === stored.link || (path !== '' && pathOfKey(key) === path))
  const isSameDate = !item.datedBySource || item.publishedAt.getTime() === stored.date.getTime()
  return !isSamePage && !isSameDate && item.title !== stored.title
}

type Identified = { item: ItemWithHash; ownKey: string | null; feedId: string | null }
type Stored = { stored: KnownArticle; record: KeyRecord; known: KnownItems }

function isOfOtherItem(
  { item, ownKey, feedId }: Identified,
  key: string,
  { stored, record, known }: Stored,
): boolean {
  if (!isLinkKey(key) || feedId === null || ownKey === null) return false
  if (record.isShared) return true
  if (isMarkedAs(item, stored, record)) return false
  const prefix = feedKeyPrefix(feedId)
  if (record.itemKey?.startsWith(prefix)) return true
  if (stored.kind === 'tombstone') return false
  return (known.keysOf.get(stored.articleId) ?? []).some((other) => other.startsWith(prefix))
}

export function isMarkedAs({ mark }: ItemWithHash, stored: KnownArticle, { itemMark }: KeyRecord): boolean {
  return mark === itemMark || (stored.kind === 'article' && mark === stored.mark)
}
