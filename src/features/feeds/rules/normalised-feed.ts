/** An item as the paper takes it in: plain, absolute, bounded. */
export type NormalisedItem = {
  /** What it is known by, the strongest first, never empty (see `identityKeys`). */
  keys: string[]
  /** One line of plain text, 1 to 300 characters. */
  title: string
  /** At most 300 characters of text, escaped where HTML would read it as a tag or an entity; may be empty. */
  summary: string
  /** Raw HTML, to be sanitised when read; addresses are absolute. May be empty. */
  content: string
  /** Never empty: the publication where no author is named. */
  author: string
  imageUrl: string | null
  sourceUrl: string | null
  sourceName: string
  publishedAt: Date
  /** False where the source gives no date, or one that lies ahead: `publishedAt` is then the moment of reading. */
  datedBySource: boolean
  /** Null unless the source says that the item was changed after it was published. */
  updatedAt: Date | null
}

export type NormalisedFeed = {
  /** One line of plain text; may be empty. */
  title: string
  siteUrl: string | null
  ttlMinutes: number | null
  items: NormalisedItem[]
}
