import type { DraftStatus } from '#features/drafts/rules/draft-status.ts'
import { type Category, parseCategory } from '#kernel/category.ts'
import { DRAFT_STATUSES, ENTRY_SOURCES, type EntrySource } from '#kernel/newsroom-states.ts'
import { parseFilter, readDay, readLine } from '#kernel/parameters.ts'
import { isUuid } from '#kernel/uuid.ts'

/** `bin` lists deleted articles, which the others omit. */
export type ListedStatus = DraftStatus | 'bin'

export const LISTED_STATUSES: readonly ListedStatus[] = [...DRAFT_STATUSES, 'bin']

/** `edited` lists articles edited here, last edit first; `due` those with a due date, earliest first. */
export const LIST_SORTS = ['newest', 'edited', 'due'] as const

export type ListSort = (typeof LIST_SORTS)[number]

/** Stands for the account of the request. */
export const ME = 'me'

/** Undefined means any. */
export type ArticleListFilter = {
  /** Words of the headline, byline or text. */
  q?: string
  category?: Category
  status?: ListedStatus
  /** The complete byline. */
  author?: string
  /** A slug. */
  topic?: string
  /** The owner or assignee: an account id or `ME`. */
  person?: string
  source?: EntrySource
  /** First day, `YYYY-MM-DD`. */
  from?: string
  /** Last day, as `from`. */
  to?: string
  sort?: Exclude<ListSort, 'newest'>
}

export type ArticleManagerParams = ArticleListFilter & {
  article?: string | 'new'
}

export type RawArticleManagerParams = { [Name in keyof ArticleManagerParams]: unknown }

type FilterName = keyof ArticleListFilter

const PARSERS: { [Name in FilterName]-?: (text: string) => ArticleListFilter[Name] } = {
  q: readLine,
  category: parseCategory,
  status: (text) => LISTED_STATUSES.find((known) => known === text),
  author: readLine,
  topic: readLine,
  person: (text) => (text === ME || isUuid(text) ? text : undefined),
  source: (text) => ENTRY_SOURCES.find((known) => known === text),
  from: readDay,
  to: readDay,
  sort: (text) => (text === 'edited' || text === 'due' ? text : undefined),
}

export const FILTER_NAMES = Object.keys(PARSERS) as FilterName[]

/** Ignores invalid values. */
export function parseArticleListFilter(raw: Readonly<Record<string, unknown>>): ArticleListFilter {
  return parseFilter(PARSERS, raw)
}

export function parseArticleManagerParams(raw: RawArticleManagerParams): ArticleManagerParams {
  const { article } = raw
  const isArticle = typeof article === 'string' && (article === 'new' || isUuid(article))
  return { ...(isArticle && { article }), ...parseArticleListFilter(raw) }
}

export function hasListFilter(filter: ArticleListFilter): boolean {
  return FILTER_NAMES.some((name) => filter[name] !== undefined)
}

export function isSameFilter(a: ArticleListFilter, b: ArticleListFilter): boolean {
  return FILTER_NAMES.every((name) => a[name] === b[name])
}
