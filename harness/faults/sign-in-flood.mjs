import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ADMINISTRATOR, addAccount } from '../../e2e/fixtures/administrator.ts'
import { checkServer, startSite } from './site.mjs'

const PEOPLE = 100
const MAX_STATIC_P95_MS = 300
/** On a busy machine, files take long at any time. */
const MAX_STATIC_RATIO = 6
const QUIET_MS = 2_000
const SIGN_IN_TIMEOUT_MS = 45_000
/** Requests of the attacker at any time. */
const FLOOD = 100
const MAX_OWNER_WAIT_MS = 10_000

/** Public addresses: clients of private ones are not told apart. */
const ATTACKERS = [
  ['an IPv6 /48', (n) => `2600:1f18:1:${(n % 65_536).toString(16)}::1`],
  ['20 addresses of a network', (n) => `8.8.4.${n % 20}`],
  ['20 addresses of 20 networks', (n) => `8.9.${n % 20}.1`],
]

function signIn(site, { email, password = ADMINISTRATOR.password, address, cookie }) {
  return site.send('/api/auth/sign-in/email', {
    method: 'POST',
    headers: {
      origin: site.url,
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(cookie && { cookie }),
    },
    body: JSON.stringify({ email, password }),
    timeoutMs: SIGN_IN_TIMEOUT_MS,
  })
}

/** @type {import('./run-class.mjs').FaultClass} */
export const signInFlood = {
  name: 'sign-in-flood',
  title: 'a hundred sign-ins at once; attacks on one account',
  limitSeconds: 240,
  async run({ attempt }) {
    await using site = await startSite()
    await signInTogether(site, attempt)
    const cookie = await rememberBrowser(site)
    for (const [index, [name, addressOf]] of ATTACKERS.entries()) {
      const owner = { email: ADMINISTRATOR.email, address: `9.${index}.0.1` }
      await withFlood(site, addressOf, async () => {
        await signInAsOwner(site, attempt, `from a known browser during an attack of ${name}`, {
          ...owner,
          address: addressOf(0),
          cookie,
        })
        await signInAsOwner(site, attempt, `from another network during an attack of ${name}`, owner)
      })
    }
    await checkServer(site, attempt)
  },
}

/** Each person has an account and an address. A file is requested before and during the sign-ins. */
async function signInTogether(site, attempt) {
  const email = (n) => `person-${n}@example.org`
  for (let n = 0; n < PEOPLE; n++) await addAccount(site, { role: 'user', email: email(n) })
  const asset = /\/assets\/[\w./-]+\.js/.exec((await site.send('/')).text)[0]
  const quiet = await measure(site, asset, () => delay(QUIET_MS))
  const busy = await measure(site, asset, () =>
    Promise.all(
      Array.from({ length: PEOPLE }, (_, n) =>
        attempt(`person ${n}`, async () => {
          const { status, headers } = await signIn(site, { email: email(n), address: `9.9.${n}.7` })
          if (status !== 200 && !(status === 503 && headers['retry-after']))
            throw new Error(`status ${status}`)
        }),
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

async function measure(site, path, work) {
  const workerData = { origin: site.url, paths: [path] }
  const worker = new Worker(new URL('pulse.mjs', import.meta.url), { workerData })
  try {
    await work()
  } finally {
    worker.postMessage('stop')
  }
  const [result] = await once(worker, 'message')
  return result[path]
}

/** @returns the device cookie of the owner */
async function rememberBrowser(site) {
  await addAccount(site)
  const { status, headers } = await signIn(site, { email: ADMINISTRATOR.email, address: '9.8.7.6' })
  if (status !== 200) throw new Error(`The owner cannot sign in: ${status}`)
  return headers['set-cookie'].find((cookie) => cookie.includes('masthead.device')).split(';', 1)[0]
}

/** Half of the requests try the owner's account, the others unknown ones. */
async function withFlood(site, addressOf, work) {
  let isDone = false
  let sent = 0
  const attackers = Array.from({ length: FLOOD }, async () => {
    while (!isDone) {
      const n = sent++
      const email = n % 2 ? ADMINISTRATOR.email : `nobody-${n}@example.org`
      await signIn(site, { email, password: `guess ${n}`, address: addressOf(n) }).catch(() => {})
    }
  })
  // Each has a request under way.
  while (sent < 2 * FLOOD) await delay(20)
  try {
    await work()
  } finally {
    isDone = true
    await Promise.all(attackers)
  }
}

async function signInAsOwner(site, attempt, label, owner) {
  await attempt(`the owner ${label}`, async () => {
    const started = performance.now()
    const { status, text } = await signIn(site, owner)
    if (status !== 200) throw new Error(`status ${status}: ${text.slice(0, 100)}`)
    const ms = performance.now() - started
    if (ms > MAX_OWNER_WAIT_MS) throw new Error(`${ms.toFixed(0)} ms`)
  })
}
