import { setTimeout as delay } from 'node:timers/promises'
import { forEachConcurrently } from './client.mjs'
import { checkServer, startSite } from './site.mjs'

const ROUNDS = 5
const WRITERS = 6
const MIN_RUN_MS = 200
const MAX_RUN_MS = 900

/**
 * Kills the server while it stores newsletter sign-ups, and starts it again with the same data.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const crashes = {
  name: 'crashes',
  title: 'server killed during writes (acknowledged writes)',
  limitSeconds: 90,
  async run({ attempt, random }) {
    await using site = await startSite()
    for (let round = 0; round < ROUNDS; round++) {
      const acknowledged = []
      const writers = startWriters(site, round, acknowledged)
      await Promise.race([writers.started, writers.done])
      await delay(MIN_RUN_MS + random.next() * (MAX_RUN_MS - MIN_RUN_MS))
      await site.kill()
      writers.stop()
      await writers.done
      await attempt(`restart ${round}`, () => site.startAgain())
      const stored = new Set(
        (await site.sql('select email from newsletter_subscribers')).map(({ email }) => email),
      )
      await attempt(`writes in round ${round}`, async () => {
        if (acknowledged.length === 0) throw new Error('no write was acknowledged')
      })
      for (const email of acknowledged)
        await attempt(email, async () => {
          if (!stored.has(email)) throw new Error('the acknowledged write was lost')
        })
    }
    await checkServer(site, attempt)
  },
}

/** Each sign-up comes from an address of its own, since those of one address are limited. */
function startWriters(site, round, acknowledged) {
  const { url } = site
  let isStopped = false
  let counter = 0
  const first = Promise.withResolvers()
  const done = forEachConcurrently(Array.from({ length: WRITERS }), WRITERS, async () => {
    while (!isStopped) {
      const n = counter++
      const email = `reader-${round}-${n}@example.org`
      const response = await site
        .send('/newsletter', {
          method: 'POST',
          headers: {
            origin: url,
            'content-type': 'application/json',
            'x-forwarded-for': `198.${18 + round}.${n >> 8}.${n & 255}`,
          },
          body: JSON.stringify({ email }),
        })
        .catch(() => undefined)
      if (response?.status === 200) {
        acknowledged.push(email)
        first.resolve()
      } else if (!response) return
      else await delay(20)
    }
  })
  return {
    /** When the first write is acknowledged. */
    started: first.promise,
    done,
    stop() {
      isStopped = true
    },
  }
}
