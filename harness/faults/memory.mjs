import { randomBytes } from 'node:crypto'
import { forEachConcurrently, keepAlive, numbers } from '../shared/client.mjs'
import { until } from '../shared/until.mjs'
import { siteClass } from './site-class.mjs'

const MB = 1024 * 1024
const ARTICLES = 400
/** The number of articles that are stored at once. */
const BATCH = 50
/** Random text, which does not compress well. */
const BODY_BYTES = 300_000
const VARIANTS = 2_000
const CONCURRENCY = 4
const MAX_MEMORY_MB = 450
/** Rendering these large pages needs more until V8 returns memory, some seconds after the last request. */
const MAX_PEAK_MEMORY_MB = 640
const SETTLE_MS = 30_000
const MAX_CACHE_MB = 135

/** Fills the page cache with more than it may hold. */
export const memory = siteClass({
  name: 'memory',
  title: 'memory with many distinct pages and addresses',
  limitSeconds: 180,
  async prepare(site) {
    const ids = []
    while (ids.length < ARTICLES)
      ids.push(
        ...(await site.publish(numbers(BATCH).map((n) => ({ title: `Large ${n}`, content: createBody() })))),
      )
    return ids
  },
  async run({ site, attempt, random, prepared: ids }) {
    const agent = keepAlive()
    const paths = [
      ...ids.map((id) => `/article/${id}`),
      ...numbers(VARIANTS).map((n) => variantOf(n, random)),
    ]
    await forEachConcurrently(paths, CONCURRENCY, (path) =>
      attempt(path.slice(0, 100), async () => {
        const { status } = await site.send(path, { agent, headers: { 'accept-encoding': 'br' } })
        if (status >= 500) throw new Error(`status ${status}`)
      }),
    )
    const expectAtMost = (maxMb, usedMb) => {
      if (usedMb > maxMb) throw new Error(`${usedMb.toFixed(0)} MB`)
      return true
    }
    await attempt('bytes of the page cache', async () =>
      expectAtMost(MAX_CACHE_MB, (await site.metric('masthead_page_cache_bytes')) / MB),
    )
    await attempt('memory of the server right after the requests', async () =>
      expectAtMost(MAX_PEAK_MEMORY_MB, await site.memoryMb()),
    )
    await attempt('memory of the server once V8 has returned it', () =>
      until(SETTLE_MS, async () => expectAtMost(MAX_MEMORY_MB, await site.memoryMb())),
    )
  },
})

function createBody() {
  const text = randomBytes((BODY_BYTES * 3) / 4).toString('base64')
  return `<p>${text.replaceAll(/.{80}/g, '$& ')}</p>`
}

/** Addresses that lead to few pages: unknown parameters, letter case, encodings, unknown paths. */
function variantOf(n, random) {
  const unknown = `x${Math.floor(random.next() * 1e9)}`
  return [
    `/?${unknown}=${n}`,
    `/news?utm_source=${unknown}`,
    `/News?before=${unknown}`,
    `/%6eews?a=${n}`,
    `/manifest.webmanifest?${unknown}`,
  ][n % 5]
}
