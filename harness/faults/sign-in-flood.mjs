import { setTimeout as delay } from 'node:timers/promises'
import { ADMINISTRATOR, addAccount } from '../../e2e/fixtures/administrator.ts'
import { jsonRequest, numbers } from '../shared/client.mjs'
import { measurePulse } from './pulse.mjs'
import { siteClass } from './site-class.mjs'

const PEOPLE = 100
const MAX_STATIC_P95_MS = 300
/** On a busy machine, files take long at any time. */
const MAX_STATIC_RATIO = 6
const QUIET_MS = 2_000
const SIGN_IN_TIMEOUT_MS = 45_000

/** Each person has an account and an address. A file is requested before and during the sign-ins. */
export const signInFlood = siteClass({
  name: 'sign-in-flood',
  title: 'a hundred sign-ins at once',
  limitSeconds: 120,
  hasPulse: false,
  async run({ site, attempt }) {
    const emailOf = (n) => `person-${n}@example.org`
    for (const n of numbers(PEOPLE)) await addAccount(site, { role: 'user', email: emailOf(n) })
    const asset = /\/assets\/[\w./-]+\.js/.exec((await site.send('/')).text)[0]
    const measure = async (work) => (await measurePulse(site.url, [asset], work))[asset]
    const quiet = await measure(() => delay(QUIET_MS))
    const busy = await measure(() =>
      Promise.all(numbers(PEOPLE).map((n) => attempt(`person ${n}`, () => signIn(site, emailOf(n), n)))),
    )
    await attempt('a static file during the sign-ins', async () => {
      const times = `p95 ${busy.p95Ms.toFixed(0)} ms, ${quiet.p95Ms.toFixed(0)} ms before`
      if (busy.failures.length > 0) throw new Error(busy.failures[0])
      if (busy.p95Ms > Math.max(MAX_STATIC_P95_MS, MAX_STATIC_RATIO * quiet.p95Ms)) throw new Error(times)
      console.log(`  a static file while ${PEOPLE} people sign in: ${times}`)
    })
  },
})

function signIn(site, email, n) {
  // Clients with private addresses are not told apart.
  const request = jsonRequest(site.url, { email, password: ADMINISTRATOR.password }, `9.9.${n}.7`)
  return site.expect([200, 503], '/api/auth/sign-in/email', { ...request, timeoutMs: SIGN_IN_TIMEOUT_MS })
}
