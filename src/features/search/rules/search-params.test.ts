import { describe, expect, it } from 'vitest'
import {
  hasFilter,
  isDateRangeReversed,
  isParsedSearch,
  isSearchParam,
  parseSearchParams,
  searchPath,
} from './search-params.ts'

const NOTHING = {
  q: undefined,
  category: undefined,
  author: undefined,
  from: undefined,
  to: undefined,
  breaking: undefined,
  before: undefined,
}
const CURSOR = '2026-06-15T09:00:00.000000Z_00000000-0000-4000-8000-000000000000'

describe('search parameters', () => {
  it.each([
    ['no parameters', {}, {}],
    ['empty values, as submitted by a form', { q: '', category: '', author: ' ', from: '', to: '' }, {}],
    ['a query', { q: '  two words ' }, { q: 'two words' }],
    ['a number', { q: '007' }, { q: '007' }],
    ['HTML as literal text', { q: '<b>&amp;' }, { q: '<b>&amp;' }],
    ['control characters', { q: 'a\u0000b\r\nc' }, { q: 'a b c' }],
    ['only control characters', { q: '\u0000\t' }, {}],
    ['a long query', { q: 'x'.repeat(2_000) }, { q: 'x'.repeat(200) }],
    ['a truncated surrogate pair', { q: `${'x'.repeat(199)}🎉` }, { q: `${'x'.repeat(199)}\ufffd` }],
    ['a category in any letter case', { category: 'sPORT' }, { category: 'Sport' }],
    ['an unknown category', { category: 'Weather' }, {}],
    ['an author', { author: 'Ada Penrose' }, { author: 'Ada Penrose' }],
    ['days', { from: '2026-02-28', to: '2028-02-29' }, { from: '2026-02-28', to: '2028-02-29' }],
    ['dates that do not exist', { from: '2026-02-30', to: '2026-13-01' }, {}],
    ['dates in the year 0', { from: '0000-01-01' }, {}],
    ['invalid dates', { from: 'yesterday', to: '2026-1-1' }, {}],
    ['a time of day', { from: '2026-01-01T00:00' }, {}],
    ['breaking', { breaking: 'true' }, { breaking: true }],
    ['a parsed breaking filter', { breaking: true }, { breaking: true }],
    ['an invalid breaking filter', { breaking: '1' }, {}],
    ['a cursor', { before: CURSOR }, { before: CURSOR }],
    ['an invalid cursor', { before: 'now' }, {}],
    ['lists', { q: ['a', 'b'], category: ['Sport'], from: [['2026-01-01']], breaking: [true] }, {}],
    ['objects and numbers', { q: { a: 1 }, author: 7, to: null }, {}],
    ['unknown parameters', { page: '2', query: 'x' }, {}],
  ])('%s', (_, given, expected) => {
    const page = parseSearchParams(given)
    expect(page).toEqual({ ...NOTHING, ...expected })
    // The router would restore missing names from the URL.
    expect(Object.keys(page)).toEqual(Object.keys(NOTHING))
  })

  it('isSearchParam accepts valid values only', () => {
    expect(isSearchParam('q', ' ')).toBe(false)
    expect(isSearchParam('q', 'x')).toBe(true)
    expect(isSearchParam('from', '2026-02-30')).toBe(false)
    expect(isSearchParam('breaking', 'false')).toBe(false)
  })
})

it.each([
  [{}, '/search'],
  [{ q: 'a b&c=d' }, '/search?q=a%20b%26c%3Dd'],
  [{ q: "it's 100%" }, '/search?q=it%27s%20100%25'],
  [{ breaking: true as const, category: 'TV' as const }, '/search?category=TV&breaking=true'],
])('searchPath of %j', (given, path) => {
  expect(searchPath(parseSearchParams(given))).toBe(path)
})

it.each([
  [{}, true],
  [NOTHING, true],
  [{ q: 'two words', category: 'TV', breaking: true, before: CURSOR }, true],
  [{ q: ' two words' }, false],
  [{ category: 'tv' }, false],
  [{ before: 'now' }, false],
  [{ breaking: 'true' }, false],
  [{ copy: 1 }, false],
  [{ copy: undefined }, false],
  ['q', false],
  [['q'], false],
  [null, false],
])('isParsedSearch of %j is %s', (given, expected) => {
  expect(isParsedSearch(given)).toBe(expected)
})

it('hasFilter ignores the query', () => {
  expect(hasFilter({ q: 'x' })).toBe(false)
  expect(hasFilter({ to: '2026-01-01' })).toBe(true)
})

it('isDateRangeReversed detects a From date after the To date', () => {
  expect(isDateRangeReversed({ from: '2026-01-02', to: '2026-01-01' })).toBe(true)
  expect(isDateRangeReversed({ from: '2026-01-01', to: '2026-01-01' })).toBe(false)
  expect(isDateRangeReversed({ from: '2026-01-02' })).toBe(false)
})
