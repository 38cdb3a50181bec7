import { absolutizeHtml } from '#kernel/text/absolutize-html.ts'
import { textToSummaryHtml } from '#kernel/text/html-text.ts'
import { languageDirection, toLanguageTag } from '#kernel/text/language-tag.ts'
import { escapeHtml, truncateText } from '#kernel/text/text.ts'
import { textDirection } from '#kernel/text/text-direction.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { removeCredentials, webAddress } from '#kernel/web-address.ts'
import { chooseImage, findAttachment, imageAltOf, removeLeadImage } from './feed-media.ts'
import {
  formatByline,
  isSummaryOnly,
  removeSourceName,
  sourceName,
  summarise,
  toPlainLine,
  unescapeMarkup,
} from './feed-text.ts'
import { type Identifiable, type ItemIdentity, identifyItems, redirectTarget } from './identify-items.ts'
import { type DayOrder, findDayOrder, parseFeedDate } from './parse-feed-date.ts'
import { limitHtml, type SourceFeed, type SourceItem } from './source-feed.ts'

export type NormalisedItem = ItemIdentity & {
  /** Plain text, 1 to 300 characters. */
  title: string
  /** HTML-escaped, at most 300 characters; may be empty. */
  summary: string
  /** Unsanitised HTML, absolute addresses; may be empty. */
  content: string
  /** See `isSummaryOnly`. */
  isSummary: boolean
  author: string
  guid: string | null
  /** As the feed names them, in plain text. */
  topics: string[]
  /** BCP 47; null if neither the item nor the feed states it. */
  language: string | null
  imageUrl: string | null
  /** Null if the feed gives none. */
  imageAlt: string | null
  sourceUrl: string | null
  sourceName: string
  publishedAt: Date
  /** False for missing and future dates; `publishedAt` is then an estimate. */
  datedBySource: boolean
  /** As the feed states it, also in the future. */
  statedDate: Date | null
  /** Null unless later than `publishedAt`. */
  updatedAt: Date | null
}

export type NormalisedFeed = {
  /** Plain text; may be empty. */
  title: string
  /** The source of items that name none. */
  publisher: string
  siteUrl: string | null
  ttlMinutes: number | null
  /** The new address of the feed, if the publisher has moved it. */
  newUrl: string | null
  /** Does not contain deleted items. */
  items: NormalisedItem[]
  deletions: Deletion[]
}

/** Identified as `ItemIdentity`. */
export type Deletion = { itemId: string; at: Date }

/** Drops items without text and merges those with a common key. */
export function normaliseFeed(source: SourceFeed, context: { feedUrl: string; now: Date }): NormalisedFeed {
  const { feedUrl, now } = context
  const declaredBase = webAddress(source.base, feedUrl)
  const siteUrl = webAddress(source.siteUrl, declaredBase ?? feedUrl)
  const title = toPlainLine(source.title)
  const feed = {
    siteUrl,
    declaredBase,
    base: declaredBase ?? siteUrl ?? feedUrl,
    title,
    sourceName: sourceName(title, siteUrl ?? feedUrl),
    authors: source.authors,
    language: toLanguageTag(source.language ?? ''),
    now,
    dayOrder: findDayOrder([
      ...source.dates,
      ...source.items.flatMap(({ published, updated }) => [...published, ...updated]),
    ]),
  }
  const drafts = source.items.flatMap((item) => normaliseItem(item, feed) ?? [])
  dateUndated(drafts, firstDate(source.dates, feed)?.date, now)
  const homes = siteUrl === null ? [feedUrl] : [siteUrl, feedUrl]
  const { items, deletions } = applyDeletions(mergeByKeys(drafts, homes), source, homes, now)
  const newUrl = webAddress(source.newUrl)
  return {
    title,
    publisher: feed.sourceName,
    siteUrl,
    ttlMinutes: source.ttlMinutes,
    newUrl: newUrl === webAddress(feedUrl) ? null : newUrl,
    items,
    deletions,
  }
}

/**
 * Ignores a deletion if the item is newer, because it was published again (RFC 6721 §3), or if the deletion is dated in the
 * future: with the time of the fetch in place of such a date, every fetch would override an editor's decision to keep the article.
 */
function applyDeletions(
  items: NormalisedItem[],
  { deletions }: SourceFeed,
  homes: string[],
  now: Date,
): Pick<NormalisedFeed, 'items' | 'deletions'> {
  const deletedAt = new Map<string, Date>()
  for (const { guid, when } of deletions) {
    const [identity] = identifyItems([{ guid, link: null, title: '', date: null }], homes)
    const date = parseFeedDate(when, now)
    if (identity?.itemId && date && !date.isClamped) deletedAt.set(identity.itemId, date.date)
  }
  const kept = items.filter(({ itemId, publishedAt, updatedAt }) => {
    const at = itemId === null ? undefined : deletedAt.get(itemId)
    if (itemId === null || at === undefined) return true
    if (at > (updatedAt ?? publishedAt)) return false
    deletedAt.delete(itemId)
    return true
  })
  return { items: kept, deletions: Array.from(deletedAt, ([itemId, at]) => ({ itemId, at })) }
}

/** Dates undated items by their feed's date, or else by their place among the others. */
function dateUndated(drafts: DraftItem[], feedDate: Date | undefined, now: Date): void {
  const times = drafts.map(({ isUndated, publishedAt }) => (isUndated ? null : publishedAt.getTime()))
  for (const [index, draft] of drafts.entries()) {
    if (!draft.isUndated) continue
    draft.publishedAt =
      feedDate ?? placeBetween(times.slice(0, index).findLast(isTime), times.slice(index).find(isTime)) ?? now
  }
}

function isTime(time: number | null): time is number {
  return time !== null
}

/** Neighbours that are further apart say little. */
const MAX_GAP_MS = 7 * DAY_MS

function placeBetween(before: number | undefined, after: number | undefined): Date | undefined {
  if (before === undefined && after === undefined) return undefined
  const [start, end] = [before ?? after ?? 0, after ?? before ?? 0]
  return Math.abs(start - end) > MAX_GAP_MS ? undefined : new Date((start + end) / 2)
}

/** Merges items with a common key: the others fill empty fields of the first. */
function mergeByKeys(drafts: DraftItem[], homes: string[]): NormalisedItem[] {
  const identities = identifyItems(
    drafts.map((draft) => draft.identity),
    homes,
  )
  const items: NormalisedItem[] = []
  const byKey = new Map<string, NormalisedItem>()
  for (const [index, { identity: _, isUndated: __, ...fields }] of drafts.entries()) {
    const { itemId = null, keys = [] } = identities[index] ?? {}
    const known = keys.map((key) => byKey.get(key)).find((item) => item !== undefined)
    const item: NormalisedItem = known ?? { itemId, keys: [], ...fields }
    if (known) fillEmpty(known, fields)
    else items.push(item)
    item.itemId ??= itemId
    item.keys.push(...keys.filter((key) => !item.keys.includes(key)))
    for (const key of keys) byKey.set(key, item)
  }
  return items
}

function fillEmpty(item: NormalisedItem, other: Omit<NormalisedItem, keyof ItemIdentity>): void {
  if (item.content === '') item.isSummary = other.isSummary
  item.summary ||= other.summary
  item.content ||= other.content
  if (item.imageUrl === null) Object.assign(item, { imageUrl: other.imageUrl, imageAlt: other.imageAlt })
}

const MAX_TITLE_LENGTH = 300

/** For titles made from summaries. */
const MAX_SUMMARY_TITLE_LENGTH = 80

/** `declaredBase`: absolute `xml:base`. */
type FeedContext = {
  siteUrl: string | null
  declaredBase: string | null
  base: string
  title: string
  sourceName: string
  authors: string[]
  language: string | null
  now: Date
  dayOrder: DayOrder | undefined
}

type DraftItem = Omit<NormalisedItem, keyof ItemIdentity> & { identity: Identifiable; isUndated: boolean }

/** Null without title and text. */
function normaliseItem(item: SourceItem, feed: FeedContext): DraftItem | null {
  const origin = toPlainLine(item.origin)
  const name = origin === feed.title ? feed.sourceName : sourceName(origin, null) || feed.sourceName
  const { sourceUrl, contentBase } = resolveAddresses(item, feed)
  const [description = '', content = ''] = [item.descriptionHtml, item.contentHtml].map(
    (html) =>
      // Absolute addresses are longer.
      limitHtml(absolutizeHtml(removeCredentials(unescapeMarkup(html ?? '')), contentBase)) ?? '',
  )
  const headline = removeSourceName(removeCredentials(toPlainLine(item.title)), [
    name,
    sourceName(feed.title, null),
  ])
  // Google News repeats headline and source here.
  const summary =
    [description, content]
      .map((html) => summarise(html, headline))
      .find((text) => text !== '' && text !== `${headline} ${name}`) ?? ''
  const imageUrl = chooseImage(item.media, [content, description], contentBase)
  const attachment = findAttachment(item.media, contentBase)
  const dates = parseDates(item, feed)
  const title =
    truncateText(headline, MAX_TITLE_LENGTH) ||
    truncateText(summary, MAX_SUMMARY_TITLE_LENGTH) ||
    (imageUrl || attachment ? nameItem(name, dates, feed.language) : '')
  if (title === '') return null

  const body = removeLeadImage(content || description, imageUrl).trim()
  const text = attachment && !body.includes(`"${escapeHtml(attachment.url)}"`) ? body + attachment.html : body
  return {
    identity: { guid: item.guid, link: sourceUrl, title, date: item.published[0] ?? item.updated[0] ?? null },
    title,
    summary: summary === title ? '' : textToSummaryHtml(summary),
    content: text,
    isSummary: isSummaryOnly(text),
    guid: item.guid,
    topics: [...new Set(item.topics.map((topic) => toPlainLine({ value: topic, type: 'html' })))].filter(
      Boolean,
    ),
    language: statedLanguage(item, feed, `${title} ${summary}`),
    author: formatByline(item.authors) || formatByline(feed.authors),
    imageUrl,
    imageAlt: imageAltOf(imageUrl, item.media, [content, description], contentBase),
    sourceUrl: sourceUrl ?? attachment?.url ?? null,
    sourceName: name,
    ...dates,
  }
}

/** Many feeds state the default of their software ("en-US"), which the direction of the text may contradict. */
function statedLanguage(item: SourceItem, feed: FeedContext, text: string): string | null {
  const tag = toLanguageTag(item.language ?? '') ?? feed.language
  return tag && languageDirection(tag) === textDirection(text) ? tag : null
}

/** For an item that has only an image or an attachment. */
function nameItem(
  name: string,
  { publishedAt, isUndated }: ReturnType<typeof parseDates>,
  language: string | null,
): string {
  const locale = language ?? DEFAULT_PLACE.locale
  const day = publishedAt.toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return isUndated || name === '' ? name : `${name}, ${day}`
}

/** Resolves relative addresses by `xml:base`, or else links by the site and content by the item's page. */
function resolveAddresses(
  item: SourceItem,
  feed: FeedContext,
): { sourceUrl: string | null; contentBase: string } {
  const itemBase = webAddress(item.base, feed.base) ?? feed.declaredBase
  const base = itemBase ?? feed.base
  const permaLink =
    item.guidIsPermaLink && /^(?:https?:|\/)/i.test(item.guid ?? '') ? webAddress(item.guid, base) : null
  const written = webAddress(item.link, base)
  // Some feeds link each item to the home page.
  const link = written === null || written === feed.siteUrl ? (permaLink ?? written) : written
  const sourceUrl = link && redirectTarget(link)
  return { sourceUrl, contentBase: itemBase ?? sourceUrl ?? feed.base }
}

function parseDates(item: SourceItem, feed: FeedContext) {
  const updated = firstDate(item.updated, feed)
  const published = firstDate(item.published, feed) ?? updated
  const publishedAt = published?.date ?? feed.now
  return {
    publishedAt,
    isUndated: published === undefined,
    datedBySource: published !== undefined && !published.isClamped,
    statedDate: firstDate(item.published, feed)?.stated ?? updated?.stated ?? null,
    updatedAt: updated && updated.date > publishedAt ? updated.date : null,
  }
}

function firstDate(values: readonly string[], { now, dayOrder }: FeedContext) {
  return values.map((value) => parseFeedDate(value, now, dayOrder)).find((date) => date !== undefined)
}
