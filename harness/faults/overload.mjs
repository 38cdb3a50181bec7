import { setTimeout as delay } from 'node:timers/promises'
import { listServerFunctions, SAME_ORIGIN_HEADERS } from '../../e2e/fixtures/server-functions.ts'
import { forEachConcurrently, keepAlive } from './client.mjs'
import { serialiseArguments } from './serialise-arguments.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const BURST = 600
const CONNECTIONS = 200
const UNKNOWN_ADDRESSES = 1_500
const UNKNOWN_CONNECTIONS = 16
/** A render waits for two seconds at most. */
const MAX_WAIT_MS = 10_000

const FORGED_SESSION = {
  cookie: `masthead.session_token=${'a'.repeat(32)}.${encodeURIComponent(btoa('0'.repeat(32)))}`,
}
/** Requests that the cache did not answer, as a regular expression. */
const PASSED_REQUESTS = 'masthead_pages_total\\{outcome="pass"\\}'

/** @type {import('./run-class.mjs').FaultClass} */
export const overload = {
  name: 'overload',
  title: 'bursts of uncached pages and calls, unknown addresses',
  limitSeconds: 60,
  async run({ attempt }) {
    await using site = await startSite()
    await site.publish(Array.from({ length: 100 }, (_, index) => ({ title: `Council ${index}` })))
    // Until then, the home page is rendered again.
    while (!(await site.send('/')).text.includes('Council 0')) await delay(50)
    await withPulse(site, attempt, async () => {
      await requestAtOnce(site, attempt)
      await callWithCookies(site, attempt)
      await requestUnknown(site, attempt)
    })
    await checkServer(site, attempt)
  },
}

/**
 * From one client and from many, with the readiness of the server at the same time. One client displaces no reader of
 * another network. The addresses are public: others have no limits per client.
 */
async function requestAtOnce(site, attempt) {
  const agent = keepAlive(CONNECTIONS)
  let isDone = false
  for (const clients of [1, 40]) {
    const reading = clients === 1 ? readElsewhere() : undefined
    await forEachConcurrently(Array.from({ length: BURST }).keys(), CONNECTIONS, (n) => {
      const isProbe = n % 25 === 0
      const path = isProbe ? '/readyz' : `/search?q=council+${clients}-${n}&from=2020-01-01`
      return attempt(`${path} of ${clients} clients`, async () => {
        const started = performance.now()
        const { status, headers } = await site.send(path, {
          agent,
          headers: { 'x-forwarded-for': `8.8.4.${n % clients}` },
        })
        if (status !== 200 && (isProbe || status !== 503)) throw new Error(`status ${status}`)
        if (status === 503 && !headers['retry-after']) throw new Error('503 without Retry-After')
        const ms = performance.now() - started
        if (ms > MAX_WAIT_MS) throw new Error(`${ms.toFixed(0)} ms`)
      })
    })
    isDone = true
    await reading
  }
  agent.destroy()

  async function readElsewhere() {
    for (let n = 0; !isDone; n++)
      await attempt(`uncached page ${n} of another client`, async () => {
        const { status } = await site.send(`/search?q=council+${n}&from=2021-01-01`, {
          headers: { 'x-forwarded-for': '8.8.8.8' },
        })
        if (status !== 200) throw new Error(`status ${status}`)
      })
  }
}

/** Neither cookies nor credentials that are not of this site lead past the cache and the limits. */
async function callWithCookies(site, attempt) {
  const agent = keepAlive(CONNECTIONS)
  const send = (path, n, more) => {
    const headers = { ...SAME_ORIGIN_HEADERS, ...more, 'x-forwarded-for': `8.8.4.${n % 40}` }
    return site.send(path, { agent, headers })
  }
  const [shell, search] = ['getShell', 'getSearchResults'].map(
    (wanted) => listServerFunctions().find(({ name }) => name === wanted).path,
  )
  await send(shell, 0)
  for (const headers of [{ cookie: 'x=1' }, FORGED_SESSION, { authorization: 'Bearer x' }])
    await attempt(`cached call with ${JSON.stringify(headers)}`, async () => {
      const passed = await site.metric(PASSED_REQUESTS)
      for (let n = 0; n < 10; n++) await send(shell, n, headers)
      const more = (await site.metric(PASSED_REQUESTS)) - passed
      if (more > 0) throw new Error(`${more} of 10 were not served from the cache`)
    })
  const searchFor = (q) => `${search}?payload=${encodeURIComponent(serialiseArguments({ q }))}`
  await forEachConcurrently(Array.from({ length: BURST }).keys(), CONNECTIONS, (n) => {
    const [path, expected] = n % 2 ? [searchFor(`council ${n}`), 200] : [`/admin/articles?n=${n}`, 307]
    return attempt(`${path} with a forged session`, async () => {
      const { status, headers } = await send(path, n, FORGED_SESSION)
      if (status !== expected && !(status === 503 && headers['retry-after']))
        throw new Error(`status ${status}`)
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
