import { feedKey, feedKeyPrefix, isLinkKey } from '../parse/identify-items.ts'
import type { ItemWithHash, KnownArticle } from './known-article.ts'

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

export const NOTHING_KNOWN: KnownItems = { byKey: new Map(), records: new Map(), keysOf: new Map() }

export type ItemMatch = {
  match: KnownArticle | undefined
  /** All keys that identify the item. */
  keys: string[]
  /** Keys of other items of the feed. */
  sharedKeys: string[]
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
      match ??= stored
    }
  }
  match ??= item.movedKeys?.map((key) => byKey.get(key)).find((stored) => stored !== undefined)
  const keys = item.keys.filter((key) => !sharedKeys.includes(key))
  // The key of an address is that of the guid too, unless another item has it.
  const hasOwnKey = ownKey !== null && (!isOwnAddress || byKey.has(ownKey))
  return { match, keys: hasOwnKey ? [ownKey, ...keys] : keys, sharedKeys }
}

/** Some feeds number their items anew, or copy the guids of several publishers: nothing but the guid is the same. */
function hasReusedGuid(item: ItemWithHash, stored: KnownArticle): boolean {
  if (stored.kind !== 'article' || stored.link === null || stored.date === null || item.sourceUrl === null)
    return false
  const path = pathOf(stored.link)
  const isSamePage = item.keys.some((key) => key === stored.link || (path !== '' && pathOf(key) === path))
  const isSameDate = !item.datedBySource || item.publishedAt.getTime() === stored.date.getTime()
  return !isSamePage && !isSameDate && item.title !== stored.title
}

/** Returns the path in the key of an address. Empty for other keys. */
function pathOf(key: string): string {
  return isLinkKey(key) && key.includes('/') ? key.slice(key.indexOf('/')) : ''
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

function isMarkedAs({ mark }: ItemWithHash, stored: KnownArticle, { itemMark }: KeyRecord): boolean {
  return mark === itemMark || (stored.kind === 'article' && mark === stored.mark)
}
