import { searchPath } from '#features/search/rules/search-params.ts'
import { CATEGORIES, pathOf } from '../../e2e/fixtures/categories.ts'
import { keepAlive, send } from '../shared/client.mjs'

const WORDS = 'council river bridge minister railway museum harbour budget farmers'.split(' ')
const PARTS = ['ou', 'ing', 'rail', 'minist']
const MINUTE = 60_000
const agent = keepAlive()

/**
 * Functions that create paths of uncached pages: a different path for each `i`, and for lists alternately the first page
 * and a page deep in the past.
 *
 * @param {{ paths: string[], articles: number }} site paths of some articles, and the number of all, one minute apart
 * @returns {Record<string, (i: number) => string>}
 */
export function createPaths({ paths, articles }) {
  const pastCursor = (i) => cursor(Date.now() - ((i * 7919) % articles) * MINUTE, i)
  const listCursor = (i) => (i % 2 ? pastCursor(i) : cursor(Date.UTC(2100, 0), i))
  return {
    home: (i) => `/?before=${cursor(Date.UTC(2100, 0), i)}`,
    category: (i) => `${pathOf(categoryOf(i))}?before=${listCursor(i)}`,
    article: (i) => paths[i % paths.length],
    search: (i) => searchPath(SEARCHES[i % SEARCHES.length](i, articles)),
  }
}

/** Frequent, rare and missing terms; words and phrases; filters alone and combined with terms. */
const SEARCHES = [
  (i) => ({ q: [...WORDS, ...PARTS][i % (WORDS.length + PARTS.length)], from: day(i) }),
  (i, articles) => ({ q: String((i * 6_151) % articles) }),
  (i) => ({ q: `no such phrase ${i}` }),
  (i) => ({ q: `and the ${WORDS[i % WORDS.length]}`, to: day(i) }),
  (i) => ({ q: WORDS[(i * 3) % WORDS.length], category: categoryOf(i), from: day(i) }),
  (i, articles) => ({ q: String((i * 4_721) % articles), category: 'Sport' }),
  (i) => ({ author: `Reporter ${i % 40}`, to: day(i) }),
  (i) => ({ q: `Reporter ${i % 40}`, from: day(i), to: day(i - 3) }),
  (i) => ({ breaking: true, from: day(i) }),
  (i) => ({ category: categoryOf(i), from: day(i * 2), to: day(i) }),
]

const categoryOf = (i) => CATEGORIES[i % CATEGORIES.length]

/** A day in the past as `YYYY-MM-DD`. */
export const isoDay = (days) => new Date(Date.now() - days * 24 * 60 * MINUTE).toISOString().slice(0, 10)

const day = (i) => isoDay(5 + (i % 600))

/** A list cursor, different for each `i`. */
function cursor(time, i) {
  const microseconds = String(500_000 + i).padStart(6, '0')
  return `${new Date(time).toISOString().slice(0, 19)}.${microseconds}Z_00000000-0000-4000-8000-000000000000`
}

/**
 * Requests pages of a site one after another.
 *
 * @returns {Promise<number[]>} milliseconds
 */
export async function timePages(origin, createPath, first, count) {
  const times = []
  for (let i = first; i < first + count; i++) {
    const started = performance.now()
    await fetchPage(new URL(createPath(i), origin))
    times.push(performance.now() - started)
  }
  return times
}

/** Reads a page completely. Rejects for any status other than 200. */
export async function fetchPage(url, options) {
  const { origin, pathname, search } = new URL(url)
  const headers = { 'accept-encoding': 'br' }
  const { status } = await send(origin, pathname + search, { agent, headers, ...options })
  if (status !== 200) throw new Error(`${url}: ${status}`)
}
