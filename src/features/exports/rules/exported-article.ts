import type { Category } from '#kernel/category.ts'

/** A published article as exports write it. Instants are ISO 8601 in UTC. */
export type ExportedArticle = {
  id: string
  /** As `articlePath` returns it. */
  path: string
  title: string
  /** Plain text. */
  summary: string
  /**
   * Sanitised HTML with corrections and live coverage. Addresses of files are `/storage/article-images/{name}`, and addresses of
   * the site are paths.
   */
  html: string
  category: Category
  /** In the order of the byline. A person without a page has no id. */
  people: readonly ExportedByline[]
  topics: readonly { slug: string; name: string }[]
  image: ExportedImage | null
  publishedAt: string
  updatedAt: string | null
  /** The last part of its address. */
  slug: string
  searchTitle: string | null
  searchDescription: string | null
  socialTitle: string | null
  canonicalUrl: string | null
  isUnlisted: boolean
  /** BCP 47; null for the language of the newspaper. */
  language: string | null
  /** The publisher of an article from a feed. */
  source: { url: string; name: string } | null
  sponsoredBy: string | null
}

export type ExportedTerms = Pick<ExportedArticle, 'id' | 'category' | 'people' | 'topics'>

/** `role` is empty for writers. */
export type ExportedByline = { id: string | null; slug: string; name: string; role: string }

/** `url` is an upload's path or an http(s) address. `alt` is empty for a decorative image, null if there is none. */
export type ExportedImage = { url: string; alt: string | null; caption: string; credit: string }

export type ExportedPerson = {
  id: string
  slug: string
  name: string
  biography: string
  imageUrl: string | null
  links: readonly string[]
}

export type ExportedTopic = { id: string; slug: string; name: string; description: string }

/** A file of the library. `name` is the name in its address, `file` the name of the stored file. */
export type ExportedFile = {
  name: string
  file: string
  mime: string
  alt: string
  caption: string
  credit: string
  createdAt: string
}

/** `origin` is the address of the site, without a slash at its end. */
export type ExportedSite = { origin: string; name: string; description: string; exportedAt: Date }

/** Replaces the addresses in sanitised HTML that begin with a slash. */
export function replacePaths(html: string, replace: (path: string) => string): string {
  return html.replace(
    /( (?:href|src|poster)=")(\/[^"]*)(?=")/g,
    (_, attribute: string, path: string) => attribute + replace(path),
  )
}
