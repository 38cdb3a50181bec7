import { type Category, parseCategory } from '#kernel/category.ts'
import { isCursor } from '#kernel/cursor.ts'
import { readDay, readLine, writeParameters } from '#kernel/parameters.ts'

/**
 * What a reader searches for (spec §3, Search filter), as it stands in the address of `/search`. All of it applies
 * together; what is undefined restricts nothing.
 */
export type SearchFilter = {
  /** One line without white space around it. */
  q?: string
  category?: Category
  author?: string
  /** The first day, `YYYY-MM-DD` in Europe/London. */
  from?: string
  /** The last day, `YYYY-MM-DD` in Europe/London. */
  to?: string
  breaking?: true
}

/** A page of a search: `before` is the cursor that continues the list. */
export type SearchPage = SearchFilter & { before?: string }

const READERS: { [Name in keyof Required<SearchPage>]: (text: string) => SearchPage[Name] } = {
  q: readLine,
  category: parseCategory,
  author: readLine,
  from: readDay,
  to: readDay,
  breaking: (text) => (text === 'true' ? true : undefined),
  before: (text) => (isCursor(text) ? text : undefined),
}

/** The parameters of a search's address, in the order in which they stand there. */
export const SEARCH_PARAMETERS = Object.keys(READERS) as (keyof SearchPage)[]

/** Reads the parameters of a search's address. What means nothing becomes undefined, and every name is there. */
export function readSearchPage(given: Readonly<Record<string, unknown>>): SearchPage {
  const read = <Name extends keyof SearchPage>(name: Name) => READERS[name](textOf(given[name]))
  return {
    q: read('q'),
    category: read('category'),
    author: read('author'),
    from: read('from'),
    to: read('to'),
    breaking: read('breaking'),
    before: read('before'),
  }
}

/** Whether a parameter of a search's address means something. */
export function isSearchParameter(name: keyof SearchPage, value: string): boolean {
  return READERS[name](value) !== undefined
}

/** Whether one of the filters restricts the search; the query is none of them. */
export function hasFilter({ category, author, from, to, breaking }: SearchFilter): boolean {
  return Boolean(category || author || from || to || breaking)
}

/** Whether the days are the wrong way round, so that no article can be between them. */
export function isBackwards({ from, to }: SearchFilter): boolean {
  return from !== undefined && to !== undefined && from > to
}

/** The address of a search, as path and query. */
export function searchPath(page: SearchPage): string {
  return `/search${writeParameters(page)}`
}

/** The texts and flags of which parameters are made; anything else counts as nothing. */
function textOf(value: unknown): string {
  return typeof value === 'string' || value === true ? String(value) : ''
}
