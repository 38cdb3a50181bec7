import { type Category, parseCategory } from '#kernel/category.ts'
import { readLine } from '#kernel/parameters.ts'
import { isUuid } from '#kernel/uuid.ts'

export type ArticleManagerParams = {
  /** Undefined shows the list. */
  article?: string | 'new'
  q?: string
  category?: Category
}

export type RawArticleManagerParams = { [Name in keyof ArticleManagerParams]: unknown }

/** Parses the parameters of a URL; invalid values are undefined. */
export function parseArticleManagerParams(raw: RawArticleManagerParams): ArticleManagerParams {
  const { article, q, category } = raw
  return {
    article: typeof article === 'string' && (article === 'new' || isUuid(article)) ? article : undefined,
    q: typeof q === 'string' ? readLine(q) : undefined,
    category: typeof category === 'string' ? parseCategory(category) : undefined,
  }
}
