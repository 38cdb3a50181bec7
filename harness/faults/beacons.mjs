import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { forEachConcurrently, keepAlive } from './client.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const BEACONS = 3_000
const CONCURRENCY = 32
/** Per network. The flood may extend into a second minute. */
const MAX_PER_MINUTE = 1_200
/** Beacons are stored in batches of two seconds. */
const STORE_MS = 5_000

/**
 * Forged page views from the addresses of one network, with names of the maximum length.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const beacons = {
  name: 'beacons',
  title: 'flood of page views by one network',
  limitSeconds: 60,
  async run({ attempt }) {
    await using site = await startSite()
    const agent = keepAlive(CONCURRENCY)
    await withPulse(site, attempt, async () => {
      await forEachConcurrently(Array.from({ length: BEACONS }).keys(), CONCURRENCY, (n) =>
        attempt(`beacon ${n}`, async () => {
          const { status } = await site.send('/api/beacon', {
            method: 'POST',
            agent,
            headers: {
              'content-type': 'text/plain',
              origin: site.url,
              'user-agent':
                'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
              'x-forwarded-for': `2001:db8:0:1::${(n % 300).toString(16)}`,
            },
            body: JSON.stringify(viewOf(n)),
          })
          if (status !== 204 && status !== 429) throw new Error(`status ${status}`)
        }),
      )
      await delay(STORE_MS)
    })
    agent.destroy()
    const [{ rows }] = await site.sql('select count(*)::int as rows from page_views')
    await attempt('views of one network', async () => {
      if (rows === 0 || rows > 2 * MAX_PER_MINUTE) throw new Error(`${rows} were stored`)
    })
    await checkServer(site, attempt)
  },
}

function viewOf(n) {
  const random = () => randomBytes(60).toString('hex')
  return {
    kind: 'view',
    id: randomBytes(16).toString('hex'),
    path: `/article/${crypto.randomUUID()}?${random()}`,
    referrer: `${random().slice(0, 60)}${n}.example`,
    utm: [random(), random(), random()],
  }
}
