import { type Category, parseCategory } from '#kernel/category.ts'
import { readLine } from '#kernel/parameters.ts'
import { isUuid } from '#kernel/uuid.ts'

/** The parameters of `/admin/articles`. */
export type ArticleManagerParams = {
  /** The article in the editor; undefined shows the list. */
  article?: string | 'new'
  /** The search over titles and authors. */
  q?: string
  category?: Category
}

/** The parameters as they are in the URL. */
export type RawArticleManagerParams = { [Name in keyof ArticleManagerParams]: unknown }

/** Parses the parameters of a URL. Every name is present; invalid values are undefined. */
export function parseArticleManagerParams(raw: RawArticleManagerParams): ArticleManagerParams {
  const { article, q, category } = raw
  return {
    article: typeof article === 'string' && (article === 'new' || isUuid(article)) ? article : undefined,
    q: typeof q === 'string' ? readLine(q) : undefined,
    category: typeof category === 'string' ? parseCategory(category) : undefined,
  }
}
