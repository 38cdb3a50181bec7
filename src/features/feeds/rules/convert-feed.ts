import type { AtomFeed, DcNs, DcTermsNs, JsonFeed, RdfFeed, RssFeed, SyNs } from 'feedsmith'
import { escapeHtml } from '#kernel/text.ts'
import {
  collectMedia,
  LIMITS,
  limitHtml,
  limitLine,
  limitUrl,
  type SourceFeed,
  type SourceItem,
  type SourceText,
} from './source-feed.ts'

const PERIOD_MINUTES: Record<string, number> = {
  hourly: 60,
  daily: 1_440,
  weekly: 10_080,
  monthly: 43_200,
  yearly: 525_600,
}

export function convertRss(feed: RssFeed.Feed<string>): SourceFeed {
  return {
    ...convertChannel(feed),
    language: limitLine(feed.language ?? feed.dc?.languages?.[0]),
    ttlMinutes: feed.ttl !== undefined && feed.ttl > 0 ? feed.ttl : syndicationMinutes(feed.sy),
    items: (feed.items ?? []).map((item) => ({
      ...convertRssItem(item),
      guid: limitUrl(item.guid?.value),
      // RSS 2.0: isPermaLink defaults to true.
      guidIsPermaLink: item.guid?.isPermaLink !== false,
      descriptionHtml: limitHtml(
        item.description ??
          item.dc?.descriptions?.[0] ??
          item.media?.description?.value ??
          item.itunes?.summary,
      ),
      // The author element contains an email address.
      authors: rssAuthors(
        creators(item.dc, item.dcterms) ?? item.authors?.map(({ name, email }) => name ?? email),
      ),
      published: limitLine(item.pubDate ?? item.atom?.published ?? firstDate(item.dc, item.dcterms)),
      updated: limitLine(
        item.atom?.updated ?? item.dcterms?.modified?.[0] ?? firstDate(item.dc, item.dcterms),
      ),
      media: collectMedia({ ...item, covers: [item.itunes?.image] }),
      origin: htmlLine(item.source?.title),
    })),
  }
}

export function convertRdf(feed: RdfFeed.Feed<string>): SourceFeed {
  return {
    ...convertChannel(feed),
    language: limitLine(feed.dc?.languages?.[0]),
    ttlMinutes: syndicationMinutes(feed.sy),
    items: (feed.items ?? []).map((item) => ({
      ...convertRssItem(item),
      guid: limitUrl(item.rdf?.about),
      guidIsPermaLink: true,
      descriptionHtml: limitHtml(item.description ?? item.dc?.descriptions?.[0]),
      authors: rssAuthors(creators(item.dc, item.dcterms)),
      published: limitLine(firstDate(item.dc, item.dcterms)),
      updated: limitLine(item.dcterms?.modified?.[0]),
      media: collectMedia(item),
      origin: null,
    })),
  }
}

type RssChannel = RssFeed.Feed<string> | RdfFeed.Feed<string>
type RssItem = RssFeed.Item<string> | RdfFeed.Item<string>

function convertChannel(feed: RssChannel): Pick<SourceFeed, 'title' | 'siteUrl' | 'base' | 'authors'> {
  return {
    title: htmlLine(feed.title ?? feed.dc?.titles?.[0]),
    siteUrl: limitUrl(feed.link ?? alternateLink(feed.atom?.links)),
    base: limitUrl(feed.xml?.base),
    authors: [],
  }
}

function convertRssItem(
  item: RssItem,
): Pick<SourceItem, 'title' | 'link' | 'base' | 'contentBase' | 'contentHtml'> {
  return {
    title: htmlLine(item.title ?? item.dc?.titles?.[0]),
    link: limitUrl(item.link ?? alternateLink(item.atom?.links)),
    base: limitUrl(item.xml?.base),
    contentBase: null,
    contentHtml: limitHtml(item.content?.encoded),
  }
}

/** RSS leaves open whether titles are HTML; in practice they are. */
function htmlLine(value: string | undefined): SourceText | null {
  const line = limitLine(value)
  return line === null ? null : { value: line, type: 'html' }
}

function creators(dc?: DcNs.ItemOrFeed<string>, terms?: DcTermsNs.ItemOrFeed<string>): string[] | undefined {
  return dc?.creators ?? terms?.creators
}

function rssAuthors(names: (string | undefined)[] = []): string[] {
  return names.flatMap((name) => limitLine(name) ?? []).slice(0, LIMITS.authors)
}

function firstDate(dc?: DcNs.ItemOrFeed<string>, terms?: DcTermsNs.ItemOrFeed<string>): string | undefined {
  return dc?.dates?.[0] ?? terms?.issued?.[0] ?? terms?.created?.[0]
}

function syndicationMinutes(sy: SyNs.Feed<string> | undefined): number | null {
  const period = PERIOD_MINUTES[sy?.updatePeriod?.toLowerCase() ?? '']
  const frequency = sy?.updateFrequency ?? 1
  return period !== undefined && frequency > 0 ? Math.round(period / frequency) : null
}

type Link = { href?: string; rel?: string; type?: string }

/** RFC 4287 */
export function convertAtom(feed: AtomFeed.Feed<string>): SourceFeed {
  return {
    title: atomLine(feed.title),
    siteUrl: limitUrl(alternateLink(feed.links)),
    base: limitUrl(feed.xml?.base),
    language: limitLine(feed.xml?.lang),
    ttlMinutes: null,
    authors: authorNames(feed.authors),
    items: (feed.entries ?? []).map(convertEntry),
  }
}

function alternateLink(links: readonly Link[] | undefined): string | undefined {
  const alternates = (links ?? []).filter((link) => link.href && (link.rel ?? 'alternate') === 'alternate')
  return (alternates.find((link) => (link.type ?? 'text/html').includes('html')) ?? alternates[0])?.href
}

function convertEntry(entry: AtomFeed.Entry<string>): SourceItem {
  return {
    guid: limitUrl(entry.id),
    // RFC 4287 §4.2.6: an id is not an address.
    guidIsPermaLink: false,
    title: atomLine(entry.title),
    link: limitUrl(alternateLink(entry.links) ?? entry.content?.src),
    base: limitUrl(entry.xml?.base),
    contentBase: limitUrl(entry.content?.xml?.base),
    descriptionHtml: limitHtml(
      atomHtml(entry.summary) ?? entry.media?.description?.value ?? mediaDescription(entry),
    ),
    contentHtml: limitHtml(atomHtml(entry.content)),
    // RFC 4287 §4.2.1
    authors: authorNames(entry.authors ?? entry.source?.authors).concat(
      entry.authors ? [] : (entry.dc?.creators ?? []),
    ),
    published: limitLine(entry.published ?? entry.dcterms?.issued?.[0] ?? entry.dc?.dates?.[0]),
    updated: limitLine(entry.updated ?? entry.dcterms?.modified?.[0]),
    media: collectMedia({
      media: entry.media,
      enclosures: entry.links
        ?.filter((link) => link.rel === 'enclosure')
        .map(({ href, type }) => ({ url: href, type })),
      covers: [entry.itunes?.image],
    }),
    origin: atomLine(entry.source?.title),
  }
}

/** The only text of entries on video sites. */
function mediaDescription(entry: AtomFeed.Entry<string>): string | undefined {
  return entry.media?.groups?.find((group) => group.description)?.description?.value
}

/** RFC 4287 §3.1.1 */
function atomLine(text: AtomFeed.Text | undefined): SourceText | null {
  const value = limitLine(text?.value)
  return value === null ? null : { value, type: isMarkup(text?.type) ? 'html' : 'text' }
}

function atomHtml(content: AtomFeed.Content | undefined): string | undefined {
  if (content?.value === undefined) return undefined
  if (isMarkup(content.type)) return content.value
  // Skips other media types, such as base64 images.
  return /^(?:text|text\/plain)?$/i.test(content.type ?? '') ? escapeHtml(content.value) : undefined
}

function isMarkup(type: string | undefined): boolean {
  return /^(?:x?html|text\/html|application\/xhtml\+xml)$/i.test(type ?? '')
}

function authorNames(authors: readonly { name?: string }[] | undefined): string[] {
  return (authors ?? []).flatMap(({ name }) => limitLine(name) ?? []).slice(0, LIMITS.authors)
}

/** jsonfeed.org/version/1.1 */
export function convertJsonFeed(feed: JsonFeed.Feed<string>): SourceFeed {
  return {
    title: plainLine(feed.title),
    siteUrl: limitUrl(feed.home_page_url),
    base: null,
    language: limitLine(feed.language),
    ttlMinutes: null,
    authors: authorNames(feed.authors),
    items: (feed.items ?? []).map(convertJsonItem),
  }
}

function convertJsonItem(item: JsonFeed.Item<string>): SourceItem {
  return {
    guid: limitUrl(item.id),
    // JSON Feed recommends the address as id.
    guidIsPermaLink: true,
    title: plainLine(item.title),
    link: limitUrl(item.url ?? item.external_url),
    base: null,
    contentBase: null,
    descriptionHtml: limitHtml(item.summary && escapeHtml(item.summary)),
    contentHtml: limitHtml(item.content_html ?? (item.content_text && escapeHtml(item.content_text))),
    authors: authorNames(item.authors),
    published: limitLine(item.date_published),
    updated: limitLine(item.date_modified),
    media: collectMedia({
      enclosures: item.attachments?.map(({ url, mime_type }) => ({ url, type: mime_type })),
      covers: [item.image, item.banner_image],
    }),
    origin: null,
  }
}

function plainLine(value: string | undefined): SourceText | null {
  const line = limitLine(value)
  return line === null ? null : { value: line, type: 'text' }
}
