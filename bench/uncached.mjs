import { get } from 'node:http'
import { searchPath } from '../src/features/articles/rules/search-filter.ts'
import { CATEGORIES, categoryPath } from '../src/kernel/category.ts'

const WORDS = 'council river bridge minister railway museum harbour budget farmers'.split(' ')
const PARTS = ['ou', 'ing', 'rail', 'minist']
const MINUTE = 60_000

/**
 * Addresses of pages that were never asked for, so that each is rendered: of every kind of page an address for each `i`,
 * the lists by turns at their beginning and deep in the past.
 *
 * @param {{ ids: string[], articles: number }} paper some articles' ids, and how many there are, a minute apart
 * @returns {Record<string, (i: number) => string>}
 */
export function addressesOf({ ids, articles }) {
  const past = (i) => cursor(Date.now() - ((i * 7919) % articles) * MINUTE, i)
  const place = (i) => (i % 2 ? past(i) : cursor(Date.UTC(2100, 0), i))
  return {
    home: (i) => `?before=${cursor(Date.UTC(2100, 0), i)}`,
    category: (i) => `${categoryPath(categoryOf(i))}?before=${place(i)}`,
    article: (i) => `/article/${ids[i % ids.length]}`,
    search: (i) => searchPath(SEARCHES[i % SEARCHES.length](i, articles)),
  }
}

/** What is written often, once and never; words and phrases; filters alone and together with them. */
const SEARCHES = [
  (i) => ({ q: [...WORDS, ...PARTS][i % (WORDS.length + PARTS.length)], from: day(i) }),
  (i, articles) => ({ q: String((i * 6_151) % articles) }),
  (i) => ({ q: `nowhere written ${i}` }),
  (i) => ({ q: `and the ${WORDS[i % WORDS.length]}`, to: day(i) }),
  (i) => ({ q: WORDS[(i * 3) % WORDS.length], category: categoryOf(i), from: day(i) }),
  (i, articles) => ({ q: String((i * 4_721) % articles), category: 'Sport' }),
  (i) => ({ author: `Reporter ${i % 40}`, to: day(i) }),
  (i) => ({ q: `Reporter ${i % 40}`, from: day(i), to: day(i - 3) }),
  (i) => ({ breaking: true, from: day(i) }),
  (i) => ({ category: categoryOf(i), from: day(i * 2), to: day(i) }),
]

const categoryOf = (i) => CATEGORIES[i % CATEGORIES.length]

/** A day in the past, another for each `i`, as `YYYY-MM-DD`. */
function day(i) {
  return new Date(Date.now() - (5 + (i % 600)) * 24 * 60 * MINUTE).toISOString().slice(0, 10)
}

/** A place in a list, another for each `i`. */
function cursor(time, i) {
  const microseconds = String(500_000 + i).padStart(6, '0')
  return `${new Date(time).toISOString().slice(0, 19)}.${microseconds}Z_00000000-0000-4000-8000-000000000000`
}

/**
 * How long the pages of `address` take, one after another.
 *
 * @param {string} home
 * @param {(i: number) => string} address
 * @param {number} first
 * @param {number} count
 * @returns {Promise<number[]>} milliseconds
 */
export async function timePages(home, address, first, count) {
  const times = []
  for (let i = first; i < first + count; i++) {
    const started = performance.now()
    await read(new URL(address(i), home))
    times.push(performance.now() - started)
  }
  return times
}

/** The whole of a page; whatever is no page fails. */
export function read(url) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      response
        .resume()
        .on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
        )
    }).on('error', reject)
  })
}
