import { setTimeout as delay } from 'node:timers/promises'
import { ADMINISTRATOR, addAccount } from '../../e2e/fixtures/administrator.ts'
import { jsonRequest, numbers } from '../shared/client.mjs'
import { until } from '../shared/until.mjs'
import { measurePulse } from './pulse.mjs'
import { siteClass } from './site-class.mjs'

const PEOPLE = 100
const MAX_STATIC_P95_MS = 300
/** On a busy machine, files take long at any time. */
const MAX_STATIC_RATIO = 6
const QUIET_MS = 2_000
const SIGN_IN_TIMEOUT_MS = 45_000
/** Requests of the attacker at any time. */
const FLOOD = 100
const FLOOD_LIMIT_MS = 60_000
const MAX_OWNER_WAIT_MS = 10_000

/** Public addresses: clients of private ones are not told apart. */
const ATTACKERS = [
  ['an IPv6 /48', (n) => `2600:1f18:1:${(n % 65_536).toString(16)}::1`],
  ['20 addresses of a network', (n) => `8.8.4.${n % 20}`],
  ['20 addresses of 20 networks', (n) => `8.9.${n % 20}.1`],
]
const PATH = '/api/auth/sign-in/email'

function signInRequest(site, { email, password = ADMINISTRATOR.password, address, cookie }) {
  const request = jsonRequest(site.url, { email, password }, address)
  if (cookie) request.headers.cookie = cookie
  return { ...request, timeoutMs: SIGN_IN_TIMEOUT_MS }
}

export const signInFlood = siteClass({
  name: 'sign-in-flood',
  title: 'a hundred sign-ins at once; attacks on one account',
  limitSeconds: 240,
  hasPulse: false,
  async run({ site, attempt }) {
    await signInTogether(site, attempt)
    const cookie = await rememberBrowser(site)
    for (const [index, [name, addressOf]] of ATTACKERS.entries()) {
      const ways = {
        'a known browser': { address: addressOf(0), cookie },
        'another network': { address: `9.${index}.0.1` },
      }
      await withFlood(site, addressOf, async () => {
        for (const [way, client] of Object.entries(ways))
          await attempt(`the owner from ${way} during an attack of ${name}`, () => {
            const request = signInRequest(site, { email: ADMINISTRATOR.email, ...client })
            return site.expect(200, PATH, { ...request, maxMs: MAX_OWNER_WAIT_MS })
          })
      })
    }
  },
})

/** Each person has an account and an address. A file is requested before and during the sign-ins. */
async function signInTogether(site, attempt) {
  const emailOf = (n) => `person-${n}@example.org`
  for (const n of numbers(PEOPLE)) await addAccount(site, { role: 'user', email: emailOf(n) })
  const asset = /\/assets\/[\w./-]+\.js/.exec((await site.send('/')).text)[0]
  const measure = async (work) => (await measurePulse(site.url, [asset], work))[asset]
  const quiet = await measure(() => delay(QUIET_MS))
  const busy = await measure(() =>
    Promise.all(
      numbers(PEOPLE).map((n) =>
        attempt(`person ${n}`, () =>
          site.expect([200, 503], PATH, signInRequest(site, { email: emailOf(n), address: `9.9.${n}.7` })),
        ),
      ),
    ),
  )
  await attempt('a static file during the sign-ins', async () => {
    const times = `p95 ${busy.p95Ms.toFixed(0)} ms, ${quiet.p95Ms.toFixed(0)} ms before`
    if (busy.failures.length > 0) throw new Error(busy.failures[0])
    if (busy.p95Ms > Math.max(MAX_STATIC_P95_MS, MAX_STATIC_RATIO * quiet.p95Ms)) throw new Error(times)
    console.log(`  a static file while ${PEOPLE} people sign in: ${times}`)
  })
}

/** @returns the device cookie of the owner */
async function rememberBrowser(site) {
  await addAccount(site)
  const request = signInRequest(site, { email: ADMINISTRATOR.email, address: '9.8.7.6' })
  const { headers } = await site.expect(200, PATH, request)
  const cookies = [headers['set-cookie']].flat()
  return cookies.find((cookie) => cookie.includes('masthead.device')).split(';', 1)[0]
}

/** Half of the requests try the owner's account, the others unknown ones. */
async function withFlood(site, addressOf, work) {
  let isDone = false
  let sent = 0
  const attackers = numbers(FLOOD).map(async () => {
    while (!isDone) {
      const n = sent++
      const email = n % 2 ? ADMINISTRATOR.email : `nobody-${n}@example.org`
      const request = signInRequest(site, { email, password: `guess ${n}`, address: addressOf(n) })
      await site.send(PATH, request).catch(() => {})
    }
  })
  try {
    // Each has a request under way.
    await until(FLOOD_LIMIT_MS, async () => sent >= 2 * FLOOD)
    await work()
  } finally {
    isDone = true
    await Promise.all(attackers)
  }
}
