import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { forEachConcurrently, keepAlive } from './client.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const MB = 1024 * 1024
const ARTICLES = 400
/** Random text, which does not compress well. */
const BODY_BYTES = 300_000
const VARIANTS = 2_000
const CONCURRENCY = 4
const MAX_MEMORY_MB = 450
/** Rendering these large pages needs more until V8 returns memory, some seconds after the last request. */
const MAX_PEAK_MEMORY_MB = 640
const SETTLE_MS = 30_000
const MAX_CACHE_MB = 135

/**
 * Fills the page cache with more than it may hold.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const cacheMemory = {
  name: 'memory',
  title: 'memory with many distinct pages and addresses',
  limitSeconds: 120,
  async run({ attempt, random }) {
    await using site = await startSite()
    const body = () =>
      `<p>${randomBytes((BODY_BYTES * 3) / 4)
        .toString('base64')
        .replaceAll(/.{80}/g, '$& ')}</p>`
    const ids = []
    for (let stored = 0; stored < ARTICLES; stored += 50)
      ids.push(
        ...(await site.publish(
          Array.from({ length: 50 }, (_, n) => ({ title: `Large ${stored + n}`, content: body() })),
        )),
      )
    const agent = keepAlive()
    const variants = Array.from({ length: VARIANTS }, (_, n) => variantOf(n, random))
    await withPulse(site, attempt, () =>
      forEachConcurrently([...ids.map((id) => `/article/${id}`), ...variants], CONCURRENCY, (path) =>
        attempt(path.slice(0, 100), async () => {
          const { status } = await site.send(path, { agent, headers: { 'accept-encoding': 'br' } })
          if (status >= 500) throw new Error(`status ${status}`)
        }),
      ),
    )
    agent.destroy()
    await attempt('bytes of the page cache', async () => {
      const usedMb = (await site.metric('masthead_page_cache_bytes')) / MB
      if (usedMb > MAX_CACHE_MB) throw new Error(`${usedMb.toFixed(0)} MB`)
    })
    const readMemoryMb = async () => (await site.metric('process_resident_memory_bytes')) / MB
    await attempt('memory of the server right after the requests', async () => {
      const usedMb = await readMemoryMb()
      if (usedMb > MAX_PEAK_MEMORY_MB) throw new Error(`${usedMb.toFixed(0)} MB`)
    })
    await attempt('memory of the server once V8 has returned it', async () => {
      const end = performance.now() + SETTLE_MS
      let usedMb = await readMemoryMb()
      while (usedMb > MAX_MEMORY_MB && performance.now() < end) {
        await delay(500)
        usedMb = await readMemoryMb()
      }
      if (usedMb > MAX_MEMORY_MB) throw new Error(`${usedMb.toFixed(0)} MB`)
    })
    await checkServer(site, attempt)
  },
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
