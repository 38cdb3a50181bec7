/** A line of text that a feed gives: plain, or with markup in it. */
export type SourceText = { value: string; type: 'text' | 'html' }

/** A file that an item names as its image, or might; `cover` is an image of the whole item (iTunes, JSON Feed). */
export type SourceMedia = {
  kind: 'content' | 'thumbnail' | 'enclosure' | 'cover'
  url: string
  /** MIME type. */
  type: string | null
  /** Media RSS: image, video, audio, document or executable. */
  medium: string | null
  width: number | null
  height: number | null
}

/** An item, much as its feed says it: addresses may be relative, dates are raw, HTML is unsanitised. */
export type SourceItem = {
  guid: string | null
  /** Whether the guid may be used as the item's address when it has no link. */
  guidIsPermaLink: boolean
  title: SourceText | null
  link: string | null
  /** `xml:base` of the item and of its content, each relative to the one outside it. */
  base: string | null
  contentBase: string | null
  descriptionHtml: string | null
  contentHtml: string | null
  /** As given: names, "mail@host (Name)", perhaps several in one. */
  authors: string[]
  published: string | null
  updated: string | null
  /** In the order declared. */
  media: SourceMedia[]
  /** The publication that the item was taken over from (RSS `source`, Atom `source`). */
  origin: SourceText | null
}

/** The one shape that RSS, RDF, Atom and JSON Feed documents are read into. */
export type SourceFeed = {
  title: SourceText | null
  siteUrl: string | null
  base: string | null
  language: string | null
  /** How long the publisher asks readers to wait between two looks. */
  ttlMinutes: number | null
  /** Of all items that name none themselves. */
  authors: string[]
  items: SourceItem[]
}
