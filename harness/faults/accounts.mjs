import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { forEachConcurrently, keepAlive } from './client.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const SIGN_INS = 200
const STORM_CONCURRENCY = 100
const MAX_WAIT_MS = 5_000
/** A sign-in waits for its turn for 30 seconds. */
const SIGN_IN_TIMEOUT_MS = 45_000
const ATTACKERS = 8
const REQUESTS_PER_ATTACKER = 7
/** Of one mailbox within an hour. */
const MAX_EMAILS = 10
/** Emails are queued after the response. */
const MAIL_DELAY_MS = 2_000

const OWNER = { name: 'Ada Penrose', email: 'ada.penrose@example.org' }

/** Common, short, repeated, or made of what an attacker knows about the owner and the site. */
const WEAK_PASSWORDS = [
  'aaaaaa',
  'abcdef',
  '123456',
  '1234567890',
  'password',
  'Password1',
  'qwerty123',
  '1q2w3e4r',
  'iloveyou',
  'letmein',
  'monkey12',
  'admin123',
  'aaaaaaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabc',
  '2026-11-22',
  'masthead',
  'Masthead1',
  'ada.penrose',
  'adapenrose1',
  'ada.penrose@example.org',
  'penrose2026',
  'short',
  '',
  ' ',
  'x'.repeat(129),
]

const addressOf = (n) => `198.51.${100 + (n >> 8)}.${n & 255}`

function post(site, path, fields, address, options) {
  return site.send(`/api/auth/${path}`, {
    method: 'POST',
    headers: { origin: site.url, 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(fields),
    ...options,
  })
}

/** @type {import('./run-class.mjs').FaultClass} */
export const signIns = {
  name: 'sign-ins',
  title: 'sign-ins from 200 addresses at once',
  limitSeconds: 90,
  async run({ attempt }) {
    await using site = await startSite()
    const { cookie } = await site.signIn('admin')
    const asset = /\/assets\/[\w./-]+\.js/.exec((await site.send('/')).text)[0]
    await withPulse(site, attempt, async () => {
      let isDone = false
      const storm = forEachConcurrently(Array.from({ length: SIGN_INS }).keys(), STORM_CONCURRENCY, (n) =>
        attempt(`sign-in ${n}`, async () => {
          const email = n % 2 ? 'admin@example.org' : `nobody-${n}@example.org`
          const { status, headers } = await post(
            site,
            'sign-in/email',
            { email, password: `guess ${n}` },
            addressOf(n),
            { timeoutMs: SIGN_IN_TIMEOUT_MS },
          )
          if (![401, 429, 503].includes(status)) throw new Error(`status ${status}`)
          if (status !== 401 && !headers['retry-after']) throw new Error(`${status} without Retry-After`)
        }),
      ).finally(() => {
        isDone = true
      })
      const agent = keepAlive()
      for (let n = 0; !isDone; n++)
        for (const path of [asset, `/search?q=storm+${n}`, '/api/auth/get-session'])
          await attempt(`${path} during the sign-ins`, async () => {
            const started = performance.now()
            const { status } = await site.send(path, {
              agent,
              headers: { cookie, 'accept-encoding': 'br' },
            })
            if (status !== 200) throw new Error(`status ${status}`)
            const ms = performance.now() - started
            if (ms > MAX_WAIT_MS) throw new Error(`${ms.toFixed(0)} ms`)
          })
      await storm
      agent.destroy()
    })
    await checkServer(site, attempt)
  },
}

/** @type {import('./run-class.mjs').FaultClass} */
export const credentials = {
  name: 'credentials',
  title: 'weak passwords, reset requests by attackers',
  limitSeconds: 90,
  async run({ attempt }) {
    await using site = await startSite()
    await withPulse(site, attempt, async () => {
      await tryWeakPasswords(site, attempt)
      await requestResets(site, attempt)
    })
    await checkServer(site, attempt)
  },
}

/** With the link for the first administrator, which stays valid until it is used. */
async function tryWeakPasswords(site, attempt) {
  const link = site.server.log.find((line) => line.includes('/admin/first#'))
  const [, token] = /\/admin\/first#([\w-]+)/.exec(link)
  const claim = (password, n) =>
    post(site, 'first-administrator', { token, ...OWNER, password }, addressOf(n))
  for (const [n, password] of WEAK_PASSWORDS.entries())
    await attempt(`password ${JSON.stringify(password.slice(0, 40))}`, async () => {
      const { status } = await claim(password, n)
      if (status !== 400) throw new Error(`status ${status}`)
    })
  await attempt('accounts afterwards', async () => {
    const [{ count }] = await site.sql('select count(*)::int as count from users')
    if (count !== 0) throw new Error(`${count} accounts`)
  })
  await attempt('a strong password', async () => {
    const { status, text } = await claim('orchard violin basalt 7 lanterns', WEAK_PASSWORDS.length)
    if (status !== 200) throw new Error(`status ${status}: ${text}`)
  })
}

async function requestResets(site, attempt) {
  for (let attacker = 0; attacker < ATTACKERS; attacker++)
    for (let n = 0; n < REQUESTS_PER_ATTACKER; n++)
      await attempt(`reset request ${n} of attacker ${attacker}`, async () => {
        const { status } = await post(site, 'request-password-reset', OWNER, `203.0.113.${attacker}`)
        if (status !== 200 && status !== 429) throw new Error(`status ${status}`)
      })
  await attempt('the reset request of the owner', async () => {
    const { status } = await post(site, 'request-password-reset', OWNER, '192.0.2.1')
    if (status !== 200) throw new Error(`status ${status}`)
  })
  await new Promise((resolve) => setTimeout(resolve, MAIL_DELAY_MS))
  await attempt('emails to the owner', async () => {
    const emails = await readdir(join(site.dataDir, 'outbox')).catch(() => [])
    if (emails.length === 0 || emails.length > MAX_EMAILS) throw new Error(`${emails.length} emails`)
  })
}
