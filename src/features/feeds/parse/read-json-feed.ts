import type { JsonFeed } from 'feedsmith'
import { escapeHtml, textToHtml } from '#kernel/text/text.ts'
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

/** Replaces a missing version, or one such as "1.1", with its address. */
export function expandVersion(document: unknown): unknown {
  const { version, items } = (document ?? {}) as { version?: unknown; items?: unknown }
  if (!Array.isArray(items)) return document
  const number = version === undefined && items.some(isItem) ? '1.1' : String(version)
  return /^\d(?:\.\d)?$/.test(number)
    ? { ...(document as object), version: `https://jsonfeed.org/version/${number}` }
    : document
}

/** Whether a value is an item: a document without a version has no other mark of JSON Feed. */
function isItem(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return 'content_html' in value || 'content_text' in value || ('id' in value && 'url' in value)
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
    newUrl: null,
    deletions: [],
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
    contentHtml: limitHtml(item.content_html ?? (item.content_text && textToHtml(item.content_text))),
    authors: authorNames(item.authors),
    topics: limitLines(item.tags ?? [], LIMITS.topics),
    language: limitLine(item.language),
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

/** `text` may have further faults; `error` is the first, such as "line 3: trailing comma". */
type RepairedJson = { text: string; error: string }

/**
 * Repairs trailing commas, invalid characters in strings and text after the document; ends a truncated document after its last complete item. Linear
 * time.
 *
 * @returns null if nothing was repaired, or no item is complete
 */
export function repairJson(given: string): RepairedJson | null {
  let first: { index: number; reason: string } | undefined
  const text = given.replace(FAULT, (token, index: number) => {
    const repaired = token === ',' ? '' : repairString(token)
    if (repaired !== token)
      first ??= { index, reason: token === ',' ? 'trailing comma' : 'invalid character in a string' }
    return repaired
  })
  const end = findEnd(text)
  if (end === null) return null
  if (end.reason !== null) first ??= { index: given.trimEnd().length, reason: end.reason }
  return first ? { text: end.text, error: `line ${lineOf(given, first.index)}: ${first.reason}` } : null
}

/** Strings, possibly truncated, and trailing commas. */
const FAULT = /"(?:[^"\\]|\\.)*"?|,(?=\s*[\]}])/gs

const IN_STRING = /\\(?:["\\/bfnrt]|u[\da-f]{4})|[\p{Cc}\\]/giu

function repairString(string: string): string {
  return string.replace(IN_STRING, (part) => {
    if (part.length > 1) return part
    return part === '\\' ? '' : `\\u00${part.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
}

/** Brackets, and strings, since they may contain brackets. */
const TOKEN = /[{}[\]]|"(?:[^"\\]|\\.)*"?/gs

/** Finds the end of the root, or else of the last complete item. */
function findEnd(text: string): { text: string; reason: string | null } | null {
  const open: string[] = []
  let end: number | null = null
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(token)
    else if (token === '}' || token === ']') {
      open.pop()
      if (open.length === 0) {
        const isLast = text.slice(index + 1).trim() === ''
        return { text: text.slice(0, index + 1), reason: isLast ? null : 'text after the document' }
      }
      // In a list of the document, such as an item.
      if (token === '}' && open.length === 2 && open[1] === '[') end = index + 1
    }
  }
  return end === null ? null : { text: `${text.slice(0, end)}]}`, reason: 'unexpected end' }
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
