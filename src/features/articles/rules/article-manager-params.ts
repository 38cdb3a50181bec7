import { type Category, parseCategory } from '#kernel/category.ts'
import { MAX_QUERY_LENGTH } from '#kernel/parameters.ts'
import { isUuid } from '#kernel/uuid.ts'

/** What the article manager shows, as it stands in the address of `/admin/articles`. */
export type ArticlesPage = {
  /** The editor of this article, or of a new one; undefined is the list. */
  article?: string | 'new'
  /** What the list is searched for, in titles and authors. */
  q?: string
  category?: Category
}

/** The parameters of that address, as anybody may have written them. */
export type ArticlesAddress = { article?: unknown; q?: unknown; category?: unknown }

/** Reads the parameters of the article manager's address. What means nothing becomes undefined, and every name is there. */
export function readArticlesPage(given: ArticlesAddress): ArticlesPage {
  const { article, q, category } = given
  return {
    article: typeof article === 'string' && (article === 'new' || isUuid(article)) ? article : undefined,
    q: typeof q === 'string' ? readQuery(q) : undefined,
    category: typeof category === 'string' ? parseCategory(category) : undefined,
  }
}

/** A query as a line that can be looked for; undefined for an empty one. */
export function readQuery(text: string): string | undefined {
  const line = text.replace(/\p{Cc}+/gu, ' ').slice(0, MAX_QUERY_LENGTH)
  return line.toWellFormed().trim() || undefined
}
