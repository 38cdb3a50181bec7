import { storableText } from '#kernel/text/text.ts'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'
import { parseDate } from './parse-feed-date.ts'

export type SourceText = { value: string; type: 'text' | 'html' }

/** `cover` is for the whole item (iTunes, JSON Feed). */
export type SourceMedia = {
  kind: 'content' | 'thumbnail' | 'enclosure' | 'cover'
  url: string
  type: string | null
  /** image, video, audio, document or executable */
  medium: string | null
  width: number | null
  height: number | null
  /** The description of an image. */
  description?: string | null
}

/** URLs may be relative, dates are raw, and HTML is not sanitised. */
export type SourceItem = {
  guid: string | null
  /** Whether the guid can replace a missing link. */
  guidIsPermaLink: boolean
  title: SourceText | null
  link: string | null
  /** From `xml:base`, absolute. */
  base: string | null
  descriptionHtml: string | null
  contentHtml: string | null
  /** Names, "mail@host (Name)", or several of these in one string. */
  authors: string[]
  topics: string[]
  /** As stated for the item itself. */
  language: string | null
  /** In order of preference, since the first may be invalid. */
  published: string[]
  updated: string[]
  media: SourceMedia[]
  /** RSS and Atom `source`. */
  origin: SourceText | null
}

export type SourceFeed = {
  title: SourceText | null
  siteUrl: string | null
  base: string | null
  language: string | null
  ttlMinutes: number | null
  /** Default authors of items. */
  authors: string[]
  /** For items without one. */
  dates: string[]
  /** The publisher has moved the feed (`itunes:new-feed-url`). */
  newUrl: string | null
  /** Items that the publisher has deleted (RFC 6721). */
  deletions: SourceDeletion[]
  items: SourceItem[]
}

/** `when` is raw. */
export type SourceDeletion = { guid: string; when: string }

/** Lengths in UTF-16 units. */
export const LIMITS = {
  items: 500,
  line: 2_000,
  url: MAX_URL_LENGTH,
  html: 200_000,
  authors: 20,
  topics: 50,
  dates: 10,
  media: 50,
} as const

/** Removes NUL and lone surrogates. Null if nothing is left. */
export function limitLine(value: string | undefined): string | null {
  return storable(value?.slice(0, LIMITS.line))
}

/** Omits empty and repeated lines. */
export function limitLines(values: readonly string[], max: number): string[] {
  return [...new Set(values.flatMap((value) => limitLine(value) ?? []))].slice(0, max)
}

/** Null if too long, since a truncated URL has another target. */
export function limitUrl(value: string | undefined): string | null {
  return value !== undefined && value.length <= LIMITS.url ? storable(value) : null
}

/** Does not truncate within a tag. */
export function limitHtml(value: string | undefined): string | null {
  if (value === undefined || value.length <= LIMITS.html) return storable(value)
  const head = value.slice(0, LIMITS.html)
  return storable(head.lastIndexOf('<') > head.lastIndexOf('>') ? head.slice(0, head.lastIndexOf('<')) : head)
}

function storable(value: string | undefined): string | null {
  return storableText(value ?? '').trim() || null
}

export type MediaCandidate = {
  url?: string
  type?: string
  medium?: string
  width?: number
  height?: number
  description?: string
}

type MediaSources = {
  contents?: readonly MediaCandidate[]
  thumbnails?: readonly MediaCandidate[]
  enclosures?: readonly MediaCandidate[]
  covers?: readonly MediaCandidate[]
}

export function collectMedia({
  contents = [],
  thumbnails = [],
  enclosures = [],
  covers = [],
}: MediaSources): SourceMedia[] {
  return [
    ...contents.flatMap((content) => candidate('content', content)),
    ...thumbnails.flatMap((thumbnail) => candidate('thumbnail', thumbnail)),
    ...enclosures.flatMap((enclosure) => candidate('enclosure', enclosure)),
    ...covers.flatMap((cover) => candidate('cover', cover)),
  ].slice(0, LIMITS.media)
}

function candidate(kind: SourceMedia['kind'], given: MediaCandidate): SourceMedia[] {
  const url = limitUrl(given.url)
  if (url === null) return []
  const { type = null, medium = null, width = null, height = null } = given
  return [{ kind, url, type, medium, width, height, description: limitLine(given.description) }]
}

/**
 * Selects the newest items within `LIMITS`, in document order. An undated item has the date of its predecessor.
 *
 * @param readDates called only if there are too many items
 */
export function selectNewest<T>(
  items: readonly T[],
  readDates: (item: T) => readonly string[],
): readonly T[] {
  if (items.length <= LIMITS.items) return items
  let time = Number.POSITIVE_INFINITY
  const dated = items.map((item) => {
    time =
      readDates(item)
        .flatMap((raw) => parseDate(raw) ?? [])[0]
        ?.getTime() ?? time
    return { item, time }
  })
  const selected = new Set(dated.toSorted((a, b) => b.time - a.time || 0).slice(0, LIMITS.items))
  return dated.filter((entry) => selected.has(entry)).map(({ item }) => item)
}
