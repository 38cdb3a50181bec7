import { absolutizeHtml } from '#kernel/absolutize-html.ts'
import { textToSummaryHtml, truncateText } from '#kernel/text.ts'
import { webAddress } from '#kernel/web-address.ts'
import { byline } from './byline.ts'
import { chooseImage } from './choose-image.ts'
import type { Identifiable } from './identity-keys.ts'
import type { NormalisedItem } from './normalised-feed.ts'
import { parseFeedDate } from './parse-feed-date.ts'
import { plainLine } from './plain-line.ts'
import type { SourceItem } from './source-feed.ts'
import { sourceName, withoutSourceName } from './source-name.ts'
import { summaryText } from './summary-text.ts'
import { unescapedMarkup } from './unescaped-markup.ts'
import { withoutLeadImage } from './without-lead-image.ts'

const MAX_TITLE = 300

/** The words of a summary that stand in for a missing title. */
const MAX_BORROWED_TITLE = 80

/** What an item takes from its feed. `declaredBase` is the feed's `xml:base`, made absolute. */
type FeedContext = {
  declaredBase: string | null
  base: string
  sourceName: string
  authors: string[]
  now: Date
}

/** An item that is still to be given its keys, which depend on its neighbours. */
export type DraftItem = Omit<NormalisedItem, 'keys'> & { identity: Identifiable }

/** Null for an item with neither title nor text. */
export function normaliseItem(item: SourceItem, feed: FeedContext): DraftItem | null {
  const name = item.origin ? sourceName(plainLine(item.origin), null) || feed.sourceName : feed.sourceName
  const { sourceUrl, contentBase } = addresses(item, feed)
  const [description = '', content = ''] = [item.descriptionHtml, item.contentHtml].map((html) =>
    absolutizeHtml(unescapedMarkup(html ?? ''), contentBase),
  )
  const headline = withoutSourceName(plainLine(item.title), name)
  // Google News gives no more than the headline and where it is from.
  const summary =
    [description, content]
      .map((html) => summaryText(html, headline))
      .find((text) => text !== '' && text !== `${headline} ${name}`) ?? ''
  const title = truncateText(headline, MAX_TITLE) || truncateText(summary, MAX_BORROWED_TITLE)
  if (title === '') return null

  const imageUrl = chooseImage(item.media, [content, description], contentBase)
  return {
    identity: { guid: item.guid, link: sourceUrl, title, date: item.published ?? item.updated },
    title,
    summary: summary === title ? '' : textToSummaryHtml(summary),
    content: withoutLeadImage(content || description, imageUrl).trim(),
    author: byline(item.authors) || byline(feed.authors) || name,
    imageUrl,
    sourceUrl,
    sourceName: name,
    ...dates(item, feed.now),
  }
}

/** Links are relative to `xml:base` or the feed's site, content to `xml:base` or the item's own page. */
function addresses(item: SourceItem, feed: FeedContext): { sourceUrl: string | null; contentBase: string } {
  const itemBase = webAddress(item.base, feed.base) ?? feed.declaredBase
  const permaLink = item.guidIsPermaLink && /^https?:/i.test(item.guid ?? '') ? item.guid : null
  const sourceUrl = webAddress(item.link, itemBase ?? feed.base) ?? webAddress(permaLink)
  const outer = itemBase ?? sourceUrl ?? feed.base
  return { sourceUrl, contentBase: webAddress(item.contentBase, outer) ?? outer }
}

function dates(item: SourceItem, now: Date) {
  const updated = parseFeedDate(item.updated, now)
  const published = parseFeedDate(item.published, now) ?? updated
  const publishedAt = published?.date ?? now
  return {
    publishedAt,
    datedBySource: published !== undefined && !published.isClamped,
    updatedAt: updated && updated.date > publishedAt ? updated.date : null,
  }
}
