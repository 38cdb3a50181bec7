import { absolutizeHtml } from '#kernel/absolutize-html.ts'
import { textToSummaryHtml, truncateText } from '#kernel/text.ts'
import { webAddress } from '#kernel/web-address.ts'
import { chooseImage, removeLeadImage } from './feed-image.ts'
import {
  formatByline,
  removeSourceName,
  sourceName,
  summarise,
  toPlainLine,
  unescapeMarkup,
} from './feed-text.ts'
import { type Identifiable, identityKeys } from './identity-keys.ts'
import { parseFeedDate } from './parse-feed-date.ts'
import type { SourceFeed, SourceItem } from './source-feed.ts'

/** An item with plain text, absolute addresses and bounded lengths. */
export type NormalisedItem = {
  /** Never empty, strongest first; see `identityKeys`. */
  keys: string[]
  /** One line of plain text, 1 to 300 characters. */
  title: string
  /** At most 300 characters of text, escaped for HTML; may be empty. */
  summary: string
  /** Unsanitised HTML with absolute addresses; may be empty. */
  content: string
  /** Never empty: the publication if no author is given. */
  author: string
  imageUrl: string | null
  sourceUrl: string | null
  sourceName: string
  publishedAt: Date
  /** False if the source gives no date or a future one; `publishedAt` is then the time of the fetch. */
  datedBySource: boolean
  /** Null unless later than `publishedAt`. */
  updatedAt: Date | null
}

export type NormalisedFeed = {
  /** One line of plain text; may be empty. */
  title: string
  siteUrl: string | null
  ttlMinutes: number | null
  items: NormalisedItem[]
}

/**
 * Normalises the items of a feed. Items without text are dropped, those with a common key merged. The same document
 * always gives the same keys and fingerprints.
 *
 * @param context.feedUrl the absolute address of the document
 */
export function normaliseFeed(source: SourceFeed, context: { feedUrl: string; now: Date }): NormalisedFeed {
  const { feedUrl, now } = context
  const declaredBase = webAddress(source.base, feedUrl)
  const siteUrl = webAddress(source.siteUrl, declaredBase ?? feedUrl)
  const title = toPlainLine(source.title)
  const feed = {
    declaredBase,
    base: declaredBase ?? siteUrl ?? feedUrl,
    sourceName: sourceName(title, siteUrl ?? feedUrl),
    authors: source.authors,
    now,
  }
  const drafts = source.items.flatMap((item) => normaliseItem(item, feed) ?? [])
  const homes = siteUrl === null ? [feedUrl] : [siteUrl, feedUrl]
  return { title, siteUrl, ttlMinutes: source.ttlMinutes, items: mergeByKeys(drafts, homes) }
}

/** Merges items with a common key: the first, with its empty fields filled from the others. */
function mergeByKeys(drafts: DraftItem[], homes: string[]): NormalisedItem[] {
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
    if (known) fillEmpty(known, fields)
    else items.push(item)
    item.keys.push(...keys.filter((key) => !item.keys.includes(key)))
    for (const key of keys) byKey.set(key, item)
  }
  return items
}

function fillEmpty(item: NormalisedItem, other: Omit<NormalisedItem, 'keys'>): void {
  item.summary ||= other.summary
  item.content ||= other.content
  item.imageUrl ??= other.imageUrl
}

const MAX_TITLE_LENGTH = 300

/** Of a title made from the summary. */
const MAX_SUMMARY_TITLE_LENGTH = 80

/** `declaredBase` is the feed's `xml:base`, made absolute. */
type FeedContext = {
  declaredBase: string | null
  base: string
  sourceName: string
  authors: string[]
  now: Date
}

/** An item without keys, which depend on the other items. */
type DraftItem = Omit<NormalisedItem, 'keys'> & { identity: Identifiable }

/** Null for an item without title and text. */
function normaliseItem(item: SourceItem, feed: FeedContext): DraftItem | null {
  const name = item.origin ? sourceName(toPlainLine(item.origin), null) || feed.sourceName : feed.sourceName
  const { sourceUrl, contentBase } = resolveAddresses(item, feed)
  const [description = '', content = ''] = [item.descriptionHtml, item.contentHtml].map((html) =>
    absolutizeHtml(unescapeMarkup(html ?? ''), contentBase),
  )
  const headline = removeSourceName(toPlainLine(item.title), name)
  // The description of Google News consists of the headline and the source.
  const summary =
    [description, content]
      .map((html) => summarise(html, headline))
      .find((text) => text !== '' && text !== `${headline} ${name}`) ?? ''
  const title = truncateText(headline, MAX_TITLE_LENGTH) || truncateText(summary, MAX_SUMMARY_TITLE_LENGTH)
  if (title === '') return null

  const imageUrl = chooseImage(item.media, [content, description], contentBase)
  return {
    identity: { guid: item.guid, link: sourceUrl, title, date: item.published ?? item.updated },
    title,
    summary: summary === title ? '' : textToSummaryHtml(summary),
    content: removeLeadImage(content || description, imageUrl).trim(),
    author: formatByline(item.authors) || formatByline(feed.authors) || name,
    imageUrl,
    sourceUrl,
    sourceName: name,
    ...parseDates(item, feed.now),
  }
}

/** Links are relative to `xml:base` or the feed's site, content to `xml:base` or the item's page. */
function resolveAddresses(
  item: SourceItem,
  feed: FeedContext,
): { sourceUrl: string | null; contentBase: string } {
  const itemBase = webAddress(item.base, feed.base) ?? feed.declaredBase
  const permaLink = item.guidIsPermaLink && /^https?:/i.test(item.guid ?? '') ? item.guid : null
  const sourceUrl = webAddress(item.link, itemBase ?? feed.base) ?? webAddress(permaLink)
  const outer = itemBase ?? sourceUrl ?? feed.base
  return { sourceUrl, contentBase: webAddress(item.contentBase, outer) ?? outer }
}

function parseDates(item: SourceItem, now: Date) {
  const updated = parseFeedDate(item.updated, now)
  const published = parseFeedDate(item.published, now) ?? updated
  const publishedAt = published?.date ?? now
  return {
    publishedAt,
    datedBySource: published !== undefined && !published.isClamped,
    updatedAt: updated && updated.date > publishedAt ? updated.date : null,
  }
}
