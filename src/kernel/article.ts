import type { Category } from './category.ts'

/**
 * `key` changes with the image (`/media/{article id}/{key}/…`). `alt` is missing for decorative and undescribed images.
 * `query` permits a preview to show an upload that is not public.
 */
export type ArticleImage = { key: string; alt?: string; query?: string }

/** `summary` is sanitised HTML (spec §5: strong, em, b, i, span). */
export type ArticleCard = {
  id: string
  title: string
  summary: string
  author: string
  category: Category
  image: ArticleImage | null
  isBreaking: boolean
  /** ISO 8601, UTC. Empty in the preview of an unpublished article. */
  publishedAt: string
  /** The publisher of an article from a feed. */
  sourceName: string | null
}

export type Headline = Pick<ArticleCard, 'id' | 'title'>

/** `body` is sanitised HTML; an excerpt ends with a link to the full story. */
export type ArticleDetail = ArticleCard & {
  body: string
  /** The caption of the image and its credit, in plain text. */
  caption: string
  /** Plain text, at most 300 characters (spec §5). */
  description: string
  readingMinutes: number
  /** Language of a text that is not in a Latin script (BCP 47). */
  lang?: string
  updatedAt: string | null
  source: { url: string; name: string } | null
  /** The publisher of an article from a feed, for the JSON-LD. Undefined if an editor has changed the text. */
  publisher?: { name: string; url: string }
  /** For the JSON-LD; the body contains them too. */
  corrections?: { '@type': 'CorrectionComment'; text: string; datePublished: string }[]
  /** For the JSON-LD (schema.org, ImageObject). */
  imageObject?: { caption?: string; creditText?: string; creator?: { '@type': 'Person'; name: string } }
  /** For the JSON-LD: the audio and video files of the text. */
  recordings?: ArticleRecording[]
  related: ArticleCard[]
}

/** `name` is the caption, and may be empty; `type` a media type; `uploadedAt` an ISO 8601 instant. */
export type ArticleRecording = {
  kind: 'audio' | 'video'
  name: string
  path: string
  posterPath?: string
  type: string
  seconds: number | null
  uploadedAt: string
}

/** `next` is null at the end. */
export type ArticleList = { articles: ArticleCard[]; next: string | null }

/** Null if unchanged since publication. Strings are ISO 8601 in UTC. */
export function lastChanged<T extends string | Date>(article: {
  publishedAt: T
  updatedAt: T | null
}): T | null {
  const { publishedAt, updatedAt } = article
  return updatedAt !== null && updatedAt > publishedAt ? updatedAt : null
}
