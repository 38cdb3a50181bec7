import type { Category } from './category.ts'

/**
 * `key` changes with the image (`/media/{article id}/{key}/…`). `alt` is missing for decorative and undescribed images.
 * `query` permits a preview to show an upload that is not public. `owner` takes the place of the article's id.
 */
export type ArticleImage = { key: string; alt?: string; query?: string; owner?: string }

/** `summary` is sanitised HTML (spec §5: strong, em, b, i, span). */
export type ArticleCard = {
  id: string
  /** As `articlePath` returns it. */
  path: string
  title: string
  summary: string
  author: string
  category: Category
  image: ArticleImage | null
  isBreaking: boolean
  /** The advertiser who pays for it. */
  sponsoredBy?: string
  /** The language of its text (BCP 47), if known. Cards have it only if it is not the one of the newspaper. */
  lang?: string
  /** Its live coverage has started and not ended. */
  isLive?: true
  /** ISO 8601, UTC. Empty in the preview of an unpublished article. */
  publishedAt: string
  /** The publisher of an article from a feed. */
  sourceName: string | null
}

export type Headline = Pick<ArticleCard, 'id' | 'path' | 'title'>

/** `body` is sanitised HTML; an excerpt ends with a link to the full story. `byline` is HTML too, and may be empty. */
export type ArticleDetail = ArticleCard & {
  byline: string
  /** For the JSON-LD. A person without a page has no slug; `role` is empty for writers. */
  people?: { slug: string | null; name: string; role: string }[]
  /** For the JSON-LD; `aside` links them. */
  topics?: { slug: string; name: string }[]
  body: string
  /** The caption of the image and its credit, in plain text. */
  caption: string
  /** Plain text, at most 300 characters (spec §5). */
  description: string
  /** The fields for search engines and link previews that an editor has filled in. `canonical` is an https URL of another site. */
  search?: {
    title?: string
    socialTitle?: string
    /** Instead of the lead image; size in pixels. */
    image?: { path: string; width: number; height: number; alt?: string }
    canonical?: string
    isUnlisted?: boolean
  }
  readingMinutes: number
  /** The direction of the text, if that is not the one of the newspaper. */
  dir?: 'ltr' | 'rtl'
  updatedAt: string | null
  /** HTML beside the text: its topics, its source and, except in previews, the most read articles. */
  aside: string
  /** The publisher of an article from a feed, for the JSON-LD. Undefined if an editor has changed the text. */
  publisher?: { name: string; url: string }
  /** For the JSON-LD; the body contains them too. */
  corrections?: { '@type': 'CorrectionComment'; text: string; datePublished: string }[]
  /** The text ends with notes that say what has changed since it was published. */
  hasChangeNotes?: true
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
