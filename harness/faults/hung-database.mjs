import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../shared/until.mjs'
import { publishAndCache, siteClass } from './site-class.mjs'

const HEAL_LIMIT_MS = 5_000
const HANG_SECONDS = 6
/** The render of an uncached page is aborted after 2 s. */
const MAX_WAIT_MS = 3_500
const PAUSE_MS = 50

export const hungDatabase = siteClass({
  name: 'hung-database',
  title: 'PostgreSQL stopped by SIGSTOP',
  limitSeconds: 90,
  logsErrors: true,
  async prepare(site) {
    const [id] = await publishAndCache(site, [{ title: 'Cached article' }])
    await site.expect(200, `/article/${id}`)
    // The first call reads the secret of sessions from the database.
    await site.expect(200, '/api/auth/get-session')
    return id
  },
  async run({ site, attempt, prepared: id }) {
    await whileDatabaseHangs(site, async () => {
      const end = performance.now() + HANG_SECONDS * 1000
      for (let n = 0; performance.now() < end; n++) {
        const expected = {
          [`/search?q=hung+${n}`]: 503,
          [`/article/${id}`]: 200,
          [`/article/${crypto.randomUUID()}`]: 503,
          '/readyz': 503,
          '/api/auth/get-session': [200, 503],
        }
        const requests = Object.entries(expected).map(([path, status]) =>
          attempt(path, () => site.expect(status, path, { maxMs: MAX_WAIT_MS })),
        )
        await Promise.all(requests)
        await delay(PAUSE_MS)
      }
    })
    await attempt(`ready within ${HEAL_LIMIT_MS / 1000} s afterwards`, () =>
      until(HEAL_LIMIT_MS, async () => (await site.send('/readyz')).status === 200),
    )
  },
})

/** Stops the postmaster and its processes by SIGSTOP while `work` runs. */
export async function whileDatabaseHangs(site, work) {
  const { pid } = await site.postmaster()
  const backends = await site.sql('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  await site.disconnect()
  const stopped = [pid, ...backends.map((backend) => backend.pid)].filter((one) => {
    try {
      return process.kill(one, 'SIGSTOP')
    } catch {
      // This backend has ended.
      return false
    }
  })
  try {
    await work()
  } finally {
    for (const one of stopped) process.kill(one, 'SIGCONT')
  }
}

/** Each worker notices by itself whether the database responds. */
export function untilEachIsReady(workers) {
  return until(HEAL_LIMIT_MS, async () => {
    const statuses = await workers.statusesOf(['/readyz'])
    return statuses.every((status) => status === 200)
  })
}
