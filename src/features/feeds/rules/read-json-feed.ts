import type { JsonFeed } from 'feedsmith'
import { escapeHtml } from '#kernel/text.ts'
import {
  collectMedia,
  LIMITS,
  limitHtml,
  limitLine,
  limitLines,
  limitUrl,
  type SourceFeed,
  type SourceItem,
  type SourceText,
} from './source-feed.ts'

/** Converts JSON Feed 1.0 and 1.1 (jsonfeed.org/version/1.1). */
export function convertJsonFeed(feed: JsonFeed.Feed<string>): SourceFeed {
  return {
    title: plainLine(feed.title),
    siteUrl: limitUrl(feed.home_page_url),
    base: null,
    language: limitLine(feed.language),
    ttlMinutes: null,
    authors: authorNames(feed.authors),
    dates: [],
    items: (feed.items ?? []).map(convertItem),
  }
}

function convertItem(item: JsonFeed.Item<string>): SourceItem {
  return {
    guid: limitUrl(item.id),
    // JSON Feed recommends the address as id.
    guidIsPermaLink: true,
    title: plainLine(item.title),
    link: limitUrl(item.url ?? item.external_url),
    base: null,
    descriptionHtml: limitHtml(item.summary && escapeHtml(item.summary)),
    contentHtml: limitHtml(item.content_html ?? (item.content_text && escapeHtml(item.content_text))),
    authors: authorNames(item.authors),
    topics: limitLines(item.tags ?? [], LIMITS.topics),
    published: limitLines([item.date_published ?? ''], LIMITS.dates),
    updated: limitLines([item.date_modified ?? ''], LIMITS.dates),
    media: collectMedia({
      enclosures: item.attachments?.map(({ url, mime_type }) => ({ url, type: mime_type })),
      covers: [{ url: item.image }, { url: item.banner_image }],
    }),
    origin: null,
  }
}

function authorNames(authors: readonly { name?: string }[] | undefined): string[] {
  return limitLines(
    (authors ?? []).map(({ name }) => name ?? ''),
    LIMITS.authors,
  )
}

function plainLine(value: string | undefined): SourceText | null {
  const line = limitLine(value)
  return line === null ? null : { value: line, type: 'text' }
}
