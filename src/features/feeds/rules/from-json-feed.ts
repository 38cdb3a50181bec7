import type { JsonFeed } from 'feedsmith'
import { escapeHtml } from '#kernel/text.ts'
import { boundedHtml, boundedLine, boundedUrl, LIMITS } from './bounded.ts'
import { mediaCandidates } from './media-candidates.ts'
import type { SourceFeed, SourceItem, SourceText } from './source-feed.ts'

/** A JSON Feed 1.x document in the uniform shape (jsonfeed.org/version/1.1). */
export function fromJsonFeed(feed: JsonFeed.Feed<string>): SourceFeed {
  return {
    title: plain(feed.title),
    siteUrl: boundedUrl(feed.home_page_url),
    base: null,
    language: boundedLine(feed.language),
    ttlMinutes: null,
    authors: names(feed.authors),
    items: (feed.items ?? []).map(fromItem),
  }
}

function fromItem(item: JsonFeed.Item<string>): SourceItem {
  return {
    guid: boundedUrl(item.id),
    // The specification suggests the address of the item as its id.
    guidIsPermaLink: true,
    title: plain(item.title),
    link: boundedUrl(item.url ?? item.external_url),
    base: null,
    contentBase: null,
    descriptionHtml: boundedHtml(item.summary && escapeHtml(item.summary)),
    contentHtml: boundedHtml(item.content_html ?? (item.content_text && escapeHtml(item.content_text))),
    authors: names(item.authors),
    published: boundedLine(item.date_published),
    updated: boundedLine(item.date_modified),
    media: mediaCandidates({
      enclosures: item.attachments?.map(({ url, mime_type }) => ({ url, type: mime_type })),
      covers: [item.image, item.banner_image],
    }),
    origin: null,
  }
}

function plain(value: string | undefined): SourceText | null {
  const line = boundedLine(value)
  return line === null ? null : { value: line, type: 'text' }
}

function names(authors: readonly JsonFeed.Author[] | undefined): string[] {
  return (authors ?? []).flatMap((author) => boundedLine(author.name) ?? []).slice(0, LIMITS.authors)
}
