import type { Category } from './category.ts'

/** The image of an article: its key changes when the image does (`/media/{article id}/{key}/…`). */
export type ArticleImage = { key: string }

/** An article in a list. `summary` is sanitised HTML (spec §5: strong, em, b, i, span); lists never carry bodies. */
export type ArticleCard = {
  id: string
  title: string
  summary: string
  author: string
  category: Category
  image: ArticleImage | null
  isBreaking: boolean
  /** ISO 8601, UTC. */
  publishedAt: string
}

/** An article where only its headline stands, such as in the ticker. */
export type Headline = Pick<ArticleCard, 'id' | 'title'>

/** An article's own page. `body` is sanitised HTML, empty where the source gave no more than its summary. */
export type ArticleDetail = ArticleCard & {
  body: string
  /** Plain text, at most 300 characters (spec §5), for the page's description. */
  description: string
  readingMinutes: number
  updatedAt: string | null
  source: { url: string; name: string } | null
  related: ArticleCard[]
}

/** One keyset page of a list: `next` is the cursor that continues it, null at its end. */
export type ArticleList = { articles: ArticleCard[]; next: string | null }

/**
 * When an article was changed after it was published, null where it was not: sources also give times of change before
 * the time of publication. Either dates or ISO 8601 texts of UTC.
 */
export function lastChanged<T extends string | Date>(article: {
  publishedAt: T
  updatedAt: T | null
}): T | null {
  const { publishedAt, updatedAt } = article
  return updatedAt !== null && updatedAt > publishedAt ? updatedAt : null
}
