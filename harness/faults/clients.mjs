import { checkServer, startSite, withPulse } from './site.mjs'

/** Newsletter sign-ups of one address within ten minutes. */
const MAX_SIGN_UPS = 5
const REQUESTS = 9

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
