import { forEachConcurrently, keepAlive } from './client.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

/** Newsletter sign-ups of one address within ten minutes. */
const MAX_SIGN_UPS = 5
const REQUESTS = 9
const REPORTS = 3_000
const CONCURRENCY = 32
/** One in ten seconds is logged. */
const MAX_LOGGED_REPORTS = 12

/**
 * Clients that forge their address to avoid limits or to read the metrics.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const forgedAddresses = {
  name: 'addresses',
  title: 'forged addresses of clients, metrics through a proxy',
  limitSeconds: 240,
  async run({ attempt }) {
    for (const [setting, shapes] of Object.entries(FORGERIES)) {
      await using site = await startSite({ TRUST_PROXY: setting, METRICS_TOKEN: '' })
      await withPulse(site, attempt, async () => {
        for (const [name, forge] of Object.entries(shapes))
          await attempt(`${name} with TRUST_PROXY=${setting}`, () => signUpRepeatedly(site, forge))
        await readMetrics(site, attempt)
      })
      await checkServer(site, attempt)
    }
  },
}

/** Headers of the nth request. In each shape, all requests come from one address; the rest is forged. */
const FORGERIES = {
  off: {
    'forged headers': (n) => ({
      'x-forwarded-for': `8.8.4.${n}`,
      'x-real-ip': `8.8.4.${n}`,
      forwarded: `for=8.8.4.${n}`,
      'true-client-ip': `8.8.4.${n}`,
      'cf-connecting-ip': `8.8.4.${n}`,
      'x-client-ip': `8.8.4.${n}`,
    }),
  },
  1: {
    'a forged first entry': (n) => ({ 'x-forwarded-for': `8.8.4.${n}, 203.0.113.1` }),
    'a forged entry and a private address': (n) => ({ 'x-forwarded-for': `8.8.4.${n}, 172.17.0.1` }),
    'a header sent twice': (n) => ({ 'x-forwarded-for': [`8.8.4.${n}`, '203.0.113.2'] }),
    'ten forged entries': (n) => ({ 'x-forwarded-for': `${`8.8.4.${n}, `.repeat(10)}203.0.113.3` }),
    'another port each time': (n) => ({ 'x-forwarded-for': `203.0.113.4:${1_000 + n}` }),
    'an address mapped to IPv6': (n) => ({
      'x-forwarded-for': n % 2 ? '203.0.113.5' : '::ffff:203.0.113.5',
    }),
    'other headers': (n) => ({
      'x-forwarded-for': '203.0.113.6',
      'x-real-ip': `8.8.4.${n}`,
      forwarded: `for=8.8.4.${n}`,
      'cf-connecting-ip': `8.8.4.${n}`,
    }),
  },
  2: {
    'a forged entry before two proxies': (n) => ({ 'x-forwarded-for': `8.8.4.${n}, 203.0.113.7, 10.0.0.1` }),
  },
  '127.0.0.0/8,10.0.0.0/8': {
    'a forged entry before a trusted network': (n) => ({
      'x-forwarded-for': `8.8.4.${n}, 203.0.113.8, 10.1.2.3`,
    }),
    'a private address outside of the trusted networks': (n) => ({
      'x-forwarded-for': `8.8.4.${n}, 172.17.0.2`,
    }),
  },
}

async function signUpRepeatedly(site, forge) {
  let accepted = 0
  for (let n = 0; n < REQUESTS; n++) {
    const { status } = await site.send('/newsletter', {
      method: 'POST',
      headers: { origin: site.url, 'content-type': 'application/json', ...forge(n) },
      body: JSON.stringify({ email: `reader-${crypto.randomUUID()}@example.org` }),
    })
    if (status === 200) accepted += 1
    else if (status !== 429) throw new Error(`status ${status}`)
  }
  if (accepted !== MAX_SIGN_UPS) throw new Error(`${accepted} of ${REQUESTS} were accepted`)
}

async function readMetrics(site, attempt) {
  const proxied = [
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '::1' },
    { 'x-real-ip': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
    { 'x-forwarded-host': 'localhost' },
  ]
  for (const headers of proxied)
    for (const path of ['/metrics', '/metrics?x', '//metrics', '/%6detrics'])
      await attempt(`${path} with ${JSON.stringify(headers)}`, async () => {
        const { text } = await site.send(path, { headers })
        if (text.includes('process_resident_memory_bytes')) throw new Error('the metrics were sent')
      })
}

/**
 * Reports of policy violations, which anybody can send.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const violationReports = {
  name: 'reports',
  title: 'flood of policy violation reports',
  limitSeconds: 60,
  async run({ attempt }) {
    await using site = await startSite()
    const agent = keepAlive(CONCURRENCY)
    await withPulse(site, attempt, () =>
      forEachConcurrently(Array.from({ length: REPORTS }).keys(), CONCURRENCY, (n) =>
        attempt(`report ${n}`, async () => {
          const { status } = await site.send('/api/csp-report', {
            method: 'POST',
            headers: {
              'content-type': 'application/csp-report',
              'x-forwarded-for': `203.0.${n >> 8}.${n & 255}`,
            },
            body: reportOf(n),
            agent,
          })
          if (![204, 400, 413, 429].includes(status)) throw new Error(`status ${status}`)
        }),
      ),
    )
    agent.destroy()
    await attempt('logged reports', async () => {
      const logged = site.server.log.filter((line) => line.includes('content security policy'))
      if (logged.length === 0 || logged.length > MAX_LOGGED_REPORTS) throw new Error(`${logged.length} lines`)
    })
    await attempt('metrics of reports', async () => {
      const { text } = await site.send('/metrics', {
        headers: { authorization: 'Bearer faults metrics token' },
      })
      if (text.includes('made-up')) throw new Error('a client added a metric')
    })
    await checkServer(site, attempt)
  },
}

function reportOf(n) {
  const bodies = [
    () => ({
      'csp-report': {
        'document-uri': `https://news.example/${n}`,
        'effective-directive': `made-up-${n}`,
        'blocked-uri': `https://${n}.evil.example/${'x'.repeat(n % 8_000)}`,
      },
    }),
    () =>
      Array.from({ length: 50 }, () => ({ type: 'csp-violation', body: { effectiveDirective: 'img-src' } })),
    () => ({ 'csp-report': { 'effective-directive': { toString: 1 }, 'blocked-uri': ['\n{"level":60}'] } }),
    () => 'x'.repeat(20_000),
  ]
  return JSON.stringify(bodies[n % bodies.length]())
}
