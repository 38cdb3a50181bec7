import { type Category, parseCategory } from '#kernel/category.ts'
import { DRAFT_STATUSES } from '#kernel/newsroom-states.ts'
import { readLine } from '#kernel/parameters.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { DraftStatus } from './draft-status.ts'

/** `bin` lists deleted articles, which the other lists omit. */
export type ListedStatus = DraftStatus | 'bin'

export const LISTED_STATUSES: readonly ListedStatus[] = [...DRAFT_STATUSES, 'bin']

/** Newest first is the default. `edited` lists the articles that were edited here, last edit first. */
export const LIST_SORTS = ['newest', 'edited'] as const

export type ListSort = (typeof LIST_SORTS)[number]

/** Undefined means any; `q` matches titles and authors. */
export type ArticleListFilter = {
  q?: string
  category?: Category
  status?: ListedStatus
  sort?: Exclude<ListSort, 'newest'>
}

export type ArticleManagerParams = ArticleListFilter & {
  /** Undefined shows the list. */
  article?: string | 'new'
}

export type RawArticleManagerParams = { [Name in keyof ArticleManagerParams]: unknown }

/** Parses the parameters of a URL; invalid values are undefined. */
export function parseArticleManagerParams(raw: RawArticleManagerParams): ArticleManagerParams {
  const { article, q, category, status, sort } = raw
  return {
    article: typeof article === 'string' && (article === 'new' || isUuid(article)) ? article : undefined,
    q: typeof q === 'string' ? readLine(q) : undefined,
    category: typeof category === 'string' ? parseCategory(category) : undefined,
    status: LISTED_STATUSES.find((known) => known === status),
    sort: sort === 'edited' ? sort : undefined,
  }
}
