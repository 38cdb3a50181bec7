import { webAddress } from '#kernel/web-address.ts'
import { identityKeys } from './identity-keys.ts'
import { type DraftItem, normaliseItem } from './normalise-item.ts'
import type { NormalisedFeed, NormalisedItem } from './normalised-feed.ts'
import { plainLine } from './plain-line.ts'
import type { SourceFeed } from './source-feed.ts'
import { sourceName } from './source-name.ts'

/**
 * Makes articles in waiting of a feed's items. Items without any text are dropped, those with a common key merged.
 * The same document gives the same keys and fingerprints at every reading.
 *
 * @param context.feedUrl the absolute address that the document was read from
 */
export function normaliseFeed(source: SourceFeed, context: { feedUrl: string; now: Date }): NormalisedFeed {
  const { feedUrl, now } = context
  const declaredBase = webAddress(source.base, feedUrl)
  const siteUrl = webAddress(source.siteUrl, declaredBase ?? feedUrl)
  const title = plainLine(source.title)
  const feed = {
    declaredBase,
    base: declaredBase ?? siteUrl ?? feedUrl,
    sourceName: sourceName(title, siteUrl ?? feedUrl),
    authors: source.authors,
    now,
  }
  const drafts = source.items.flatMap((item) => normaliseItem(item, feed) ?? [])
  const homes = siteUrl === null ? [feedUrl] : [siteUrl, feedUrl]
  return { title, siteUrl, ttlMinutes: source.ttlMinutes, items: withKeys(drafts, homes) }
}

/** Items with a common key become one: the first, with what it lacks taken from the others. */
function withKeys(drafts: DraftItem[], homes: string[]): NormalisedItem[] {
  const keysOfAll = identityKeys(
    drafts.map((draft) => draft.identity),
    homes,
  )
  const items: NormalisedItem[] = []
  const byKey = new Map<string, NormalisedItem>()
  for (const [index, { identity: _, ...fields }] of drafts.entries()) {
    const keys = keysOfAll[index] ?? []
    const known = keys.map((key) => byKey.get(key)).find((item) => item !== undefined)
    const item: NormalisedItem = known ?? { keys: [], ...fields }
    if (known) complete(known, fields)
    else items.push(item)
    item.keys.push(...keys.filter((key) => !item.keys.includes(key)))
    for (const key of keys) byKey.set(key, item)
  }
  return items
}

function complete(item: NormalisedItem, other: Omit<NormalisedItem, 'keys'>): void {
  item.summary ||= other.summary
  item.content ||= other.content
  item.imageUrl ??= other.imageUrl
}
