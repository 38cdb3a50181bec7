import { setTimeout as delay } from 'node:timers/promises'
import { forEachConcurrently, keepAlive } from './client.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const BURST = 600
const CONNECTIONS = 200
const UNKNOWN_ADDRESSES = 1_500
const UNKNOWN_CONNECTIONS = 16
/** A render waits for two seconds at most. */
const MAX_WAIT_MS = 10_000

/** @type {import('./run-class.mjs').FaultClass} */
export const overload = {
  name: 'overload',
  title: 'bursts of uncached pages, unknown addresses',
  limitSeconds: 60,
  async run({ attempt }) {
    await using site = await startSite()
    await site.publish(Array.from({ length: 100 }, (_, index) => ({ title: `Council ${index}` })))
    // Until then, the home page is rendered again.
    while (!(await site.send('/')).text.includes('Council 0')) await delay(50)
    await withPulse(site, attempt, async () => {
      await requestAtOnce(site, attempt)
      await requestUnknown(site, attempt)
    })
    await checkServer(site, attempt)
  },
}

/** From one client and from many, with the readiness of the server at the same time. */
async function requestAtOnce(site, attempt) {
  const agent = keepAlive(CONNECTIONS)
  for (const clients of [1, 40])
    await forEachConcurrently(Array.from({ length: BURST }).keys(), CONNECTIONS, (n) => {
      const isProbe = n % 25 === 0
      const path = isProbe ? '/readyz' : `/search?q=council+${clients}-${n}&from=2020-01-01`
      return attempt(`${path} of ${clients} clients`, async () => {
        const started = performance.now()
        const { status, headers } = await site.send(path, {
          agent,
          headers: { 'x-forwarded-for': `203.0.113.${n % clients}` },
        })
        if (status !== 200 && (isProbe || status !== 503)) throw new Error(`status ${status}`)
        if (status === 503 && !headers['retry-after']) throw new Error('503 without Retry-After')
        const ms = performance.now() - started
        if (ms > MAX_WAIT_MS) throw new Error(`${ms.toFixed(0)} ms`)
      })
    })
  agent.destroy()
}

async function requestUnknown(site, attempt) {
  const agent = keepAlive(UNKNOWN_CONNECTIONS)
  await forEachConcurrently(Array.from({ length: UNKNOWN_ADDRESSES }).keys(), UNKNOWN_CONNECTIONS, (n) => {
    const path = n % 2 ? `/unknown-${n}` : `/article/${crypto.randomUUID()}`
    return attempt(path, async () => {
      const { status } = await site.send(path, { agent })
      if (status !== 404) throw new Error(`status ${status}`)
    })
  })
  agent.destroy()
}
