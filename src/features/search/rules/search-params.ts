import { type Category, parseCategory } from '#kernel/category.ts'
import { isCursor } from '#kernel/cursor.ts'
import { readDay, readLine, writeParameters } from '#kernel/parameters.ts'

/** Undefined means any (spec §3, Search filter). */
export type SearchFilter = {
  /** A single trimmed line. */
  q?: string
  category?: Category
  author?: string
  /** Inclusive, `YYYY-MM-DD`. */
  from?: string
  to?: string
  breaking?: true
}

export type SearchParams = SearchFilter & { before?: string }

const PARSERS: { [Name in keyof Required<SearchParams>]: (text: string) => SearchParams[Name] } = {
  q: readLine,
  category: parseCategory,
  author: readLine,
  from: readDay,
  to: readDay,
  breaking: (text) => (text === 'true' ? true : undefined),
  before: (text) => (isCursor(text) ? text : undefined),
}

/** In their order in the URL. */
export const SEARCH_PARAM_NAMES = Object.keys(PARSERS) as (keyof SearchParams)[]

/** Complete; invalid values are undefined. */
export function parseSearchParams(input: Readonly<Record<string, unknown>>): SearchParams {
  const parse = <Name extends keyof SearchParams>(name: Name) => PARSERS[name](toText(input[name]))
  return {
    q: parse('q'),
    category: parse('category'),
    author: parse('author'),
    from: parse('from'),
    to: parse('to'),
    breaking: parse('breaking'),
    before: parse('before'),
  }
}

export function isSearchParam(name: keyof SearchParams, value: string): boolean {
  return PARSERS[name](value) !== undefined
}

/** Whether `input` is as `parseSearchParams` returns it; undefined values may be missing. */
export function isParsedSearch(input: unknown): input is SearchParams {
  if (typeof input !== 'object' || input === null) return false
  const parsed: Readonly<Record<string, unknown>> = parseSearchParams({ ...input })
  return Object.entries(input).every(([name, value]) => Object.hasOwn(parsed, name) && parsed[name] === value)
}

export function hasFilter({ category, author, from, to, breaking }: SearchFilter): boolean {
  return Boolean(category || author || from || to || breaking)
}

export function isDateRangeReversed({ from, to }: SearchFilter): boolean {
  return from !== undefined && to !== undefined && from > to
}

/** @param path decoded */
export function isSearchPath(path: string): boolean {
  return /^\/search\/?$/i.test(path)
}

export function searchPath(params: SearchParams): string {
  return `/search${writeParameters(params)}`
}

function toText(value: unknown): string {
  return typeof value === 'string' || value === true ? String(value) : ''
}
