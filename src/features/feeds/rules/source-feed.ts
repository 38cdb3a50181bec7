import type { MediaNs } from 'feedsmith'

export type SourceText = { value: string; type: 'text' | 'html' }

/** `cover` is an image of the whole item (iTunes, JSON Feed). */
export type SourceMedia = {
  kind: 'content' | 'thumbnail' | 'enclosure' | 'cover'
  url: string
  type: string | null
  /** image, video, audio, document or executable */
  medium: string | null
  width: number | null
  height: number | null
}

/** Addresses may be relative, dates are raw, HTML is unsanitised. */
export type SourceItem = {
  guid: string | null
  /** Whether the guid is a fallback for the link. */
  guidIsPermaLink: boolean
  title: SourceText | null
  link: string | null
  /** `xml:base` of the item and its content, outermost first. */
  base: string | null
  contentBase: string | null
  descriptionHtml: string | null
  contentHtml: string | null
  /** Names, "mail@host (Name)", or several in one string. */
  authors: string[]
  published: string | null
  updated: string | null
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
  items: SourceItem[]
}

/** Lengths in UTF-16 units. */
export const LIMITS = { items: 500, line: 2_000, url: 2_048, html: 200_000, authors: 20, media: 50 } as const

/** Removes NUL and lone surrogates; null if empty. */
export function limitLine(value: string | undefined): string | null {
  return storable(value?.slice(0, LIMITS.line))
}

/** Null if too long, since truncation changes the target. */
export function limitUrl(value: string | undefined): string | null {
  return value !== undefined && value.length <= LIMITS.url ? storable(value) : null
}

/** Never cuts within a tag. */
export function limitHtml(value: string | undefined): string | null {
  if (value === undefined || value.length <= LIMITS.html) return storable(value)
  const head = value.slice(0, LIMITS.html)
  return storable(head.lastIndexOf('<') > head.lastIndexOf('>') ? head.slice(0, head.lastIndexOf('<')) : head)
}

function storable(value: string | undefined): string | null {
  return value?.replaceAll('\0', '').toWellFormed().trim() || null
}

type Candidate = { url?: string; type?: string; medium?: string; width?: number; height?: number }
type Enclosure = { url?: string; type?: string }

type MediaSources = {
  media?: MediaNs.ItemOrFeed
  enclosures?: readonly Enclosure[]
  covers?: readonly (string | undefined)[]
}

/** Collects image candidates. */
export function collectMedia({ media, enclosures = [], covers = [] }: MediaSources): SourceMedia[] {
  const groups = media?.groups ?? []
  const contents = [...(media?.contents ?? []), ...groups.flatMap((group) => group.contents ?? [])]
  const thumbnails = [media ?? {}, ...groups, ...contents].flatMap((holder) => holder.thumbnails ?? [])
  return [
    ...contents.flatMap((content) => candidate('content', content)),
    ...thumbnails.flatMap((thumbnail) => candidate('thumbnail', thumbnail)),
    ...enclosures.flatMap((enclosure) => candidate('enclosure', enclosure)),
    ...covers.flatMap((url) => candidate('cover', { url })),
  ].slice(0, LIMITS.media)
}

function candidate(kind: SourceMedia['kind'], given: Candidate): SourceMedia[] {
  const url = limitUrl(given.url)
  if (url === null) return []
  const { type = null, medium = null, width = null, height = null } = given
  return [{ kind, url, type, medium, width, height }]
}
