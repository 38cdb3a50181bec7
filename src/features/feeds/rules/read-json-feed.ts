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
  selectNewest,
} from './source-feed.ts'

/** Replaces the version of a feed, such as "1.1", with its address. */
export function expandVersion(document: unknown): unknown {
  const { version, items } = (document ?? {}) as { version?: unknown; items?: unknown }
  const isNumber = /^\d(?:\.\d)?$/.test(String(version))
  return isNumber && Array.isArray(items)
    ? { ...(document as object), version: `https://jsonfeed.org/version/${version}` }
    : document
}

/** JSON Feed 1.0 and 1.1 (jsonfeed.org/version/1.1). */
export function convertJsonFeed(feed: JsonFeed.Feed<string>): SourceFeed {
  return {
    title: plainLine(feed.title),
    siteUrl: limitUrl(feed.home_page_url),
    base: null,
    language: limitLine(feed.language),
    ttlMinutes: null,
    authors: authorNames(feed.authors),
    dates: [],
    items: selectNewest(feed.items ?? [], ({ date_published, date_modified }) => [
      date_published ?? '',
      date_modified ?? '',
    ]).map(convertItem),
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
