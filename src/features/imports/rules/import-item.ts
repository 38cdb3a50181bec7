import type { ImportedKind, ImportFormat } from '#kernel/import-states.ts'
import type { Db } from '#platform/database/db.server.ts'
import type { Bucket } from '#platform/files/storage.server.ts'

/**
 * The file or folder of an import, opened. A source reads as a stream: what it keeps in memory does not grow with texts or
 * images. It changes nothing, so that a dry run and an import that continues read it again.
 */
export type ImportSource = AsyncDisposable & {
  format: ImportFormat
  /** The address of the site that the export was made from, such as `https://courier.example`; null if the export has none. */
  siteUrl: string | null
  /**
   * Reads all items, in the same order each time. People, topics and categories come before the articles that name them.
   *
   * @param options.hasTexts false if the `html` of articles is not needed, and may be empty
   * @throws ImportError if the file is damaged or exceeds a limit
   */
  items(options?: { hasTexts: boolean }): AsyncIterable<ImportItem>
  /**
   * Opens an image or recording of the export.
   *
   * @param address as it is in an item: a relative path, or the address at the former site
   * @returns null if the export does not contain the file
   */
  readFile(address: string): Promise<AsyncIterable<Uint8Array> | null>
  /** Only for an export in our own format, which is restored rather than read as items. */
  paper?: OwnPaper
}

/** A paper in our own format, which is restored with its ids, drafts and histories. */
export type OwnPaper = {
  /** Lists the entries that reports count. */
  contents(): AsyncIterable<PaperEntry>
  /**
   * Stores the rows and files that are missing, so that an interrupted import continues.
   *
   * @param record is called in the transaction that stores the entries
   * @throws ImportError if this site has another paper already, or the export is damaged
   */
  restore(
    into: { db: Db; bucket: Bucket; dir: string },
    record: (tx: Db, entries: readonly PaperEntry[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
}

/** `ourId` is a UUID; null for a category. */
export type PaperEntry = {
  kind: ImportedKind
  key: string
  hash: string
  title: string
  ourId: string | null
}

/** A failure that the person who imports can correct. The message says what is wrong and what to do. */
export class ImportError extends Error {
  override name = 'ImportError'
}

export type ImportItem =
  | ImportedPerson
  | ImportedTopic
  | ImportedCategory
  | ImportedArticle
  | ImportedRedirect
  | ImportedSubscriber
  | ImportLoss

/** `key` identifies an item at its source, within its kind, whatever changes in it: an id if there is one. */
type Keyed<Kind extends string> = { kind: Kind; key: string }

/**
 * The former addresses of a page, which will redirect to its new one: absolute, or a path with its query, such as
 * `/2019/05/a-title/`, `/?p=123` and `/tag/science/feed/`.
 */
type Addresses = { addresses: readonly string[] }

export type ImportedPerson = Keyed<'person'> &
  Addresses & {
    name: string
    slug: string | null
    /** Plain text. */
    biography: string
    /** https addresses. */
    links: readonly string[]
    image: ImportedImage | null
  }

export type ImportedTopic = Keyed<'topic'> &
  Addresses & {
    name: string
    slug: string | null
    /** Plain text. */
    description: string
    image: ImportedImage | null
  }

export type ImportedCategory = Keyed<'category'> &
  Addresses & {
    name: string
    slug: string | null
    description: string
  }

/** Instants are ISO 8601 with a time zone. */
export type ImportedArticle = Keyed<'article'> &
  Addresses & {
    /** A page has no date for readers, such as "About us". */
    type: 'post' | 'page'
    /** The headline, in plain text. */
    title: string
    /** Plain text, or HTML with inline elements; empty without one. */
    standfirst: string
    /** Content of our blocks is written as by the block (features/blocks/rules); all other HTML is unchanged. */
    html: string
    state: 'draft' | 'scheduled' | 'published'
    createdAt: string | null
    /** The time when a scheduled article is due. Null for drafts only. */
    publishedAt: string | null
    updatedAt: string | null
    /** The keys of people, in the order of the byline. */
    people: readonly string[]
    topics: readonly string[]
    /** The key of a category; null without one. */
    category: string | null
    /** The lead image. */
    image: ImportedImage | null
    slug: string | null
    searchTitle: string | null
    searchDescription: string | null
    socialTitle: string | null
    /** https, if the text was first published elsewhere. */
    canonicalUrl: string | null
    isUnlisted: boolean
    /** As the source writes it; null for the language of the newspaper. */
    language: string | null
  }

export type ImportedImage = {
  /** As `readFile` accepts it, or an http(s) address. */
  address: string
  /** Empty for a decorative image; null if the source does not say. */
  alt: string | null
  /** Plain text. */
  caption: string
  credit: string
}

export type ImportedRedirect = Keyed<'redirect'> & {
  from: string
  /** A path of this site or an https address; null if the page was removed permanently (410). */
  to: string | null
  status: 301 | 302 | 410
}

export type ImportedSubscriber = Keyed<'subscriber'> & {
  email: string
  name: string | null
  /** Null if the source does not say. */
  subscribedAt: string | null
  /** `unknown` people are stored as inactive (decision 37). */
  consent: 'given' | 'withdrawn' | 'unknown'
}

/** Content that is not imported, such as 1,204 comments, or that loses something, such as a form. */
export type ImportLoss = {
  kind: 'loss'
  /** A plural noun, such as `comments`. Counts of the same name are added. */
  what: string
  count: number
  /** The place or text of one of them, 200 characters at most. */
  example: string
  /** The title of the article that contained it. */
  article: string | null
}
