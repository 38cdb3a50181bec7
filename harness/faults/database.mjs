import { setTimeout as delay } from 'node:timers/promises'
import { keepAlive, numbers } from '../shared/client.mjs'
import { until } from '../shared/until.mjs'
import { publishAndCache, siteClass } from './site-class.mjs'

const CONCURRENCY = 8
const TERMINATIONS = 12
const HEAL_LIMIT_MS = 5_000
const HANG_SECONDS = 6
/** The render of an uncached page is aborted after 2 s. */
const MAX_WAIT_MS = 3_500
const PAUSE_MS = 50

export const connectionLoss = siteClass({
  name: 'connections',
  title: 'database connections lost during searches',
  limitSeconds: 90,
  logsErrors: true,
  prepare: (site) => site.publish(numbers(50).map((n) => ({ title: `Council ${n}` }))),
  async run({ site, attempt, signal }) {
    const agent = keepAlive()
    let isDone = false
    let counter = 0
    const searches = numbers(CONCURRENCY).map(async () => {
      while (!isDone && !signal.aborted) {
        const path = `/search?q=council+${counter++}&from=2020-01-01`
        // 503 is specified while the database is unavailable.
        await attempt(path, () => site.expect([200, 503], path, { agent }))
      }
    })
    for (const round of numbers(TERMINATIONS)) {
      await delay(200)
      await attempt(`termination ${round}`, async () => {
        await site.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and application_name not like 'masthead %'`,
        )
        await untilReady(site)
      })
    }
    isDone = true
    await Promise.all(searches)
  },
})

export const hungDatabase = siteClass({
  name: 'hung-database',
  title: 'PostgreSQL stopped by SIGSTOP',
  limitSeconds: 90,
  logsErrors: true,
  async prepare(site) {
    const [id] = await publishAndCache(site, [{ title: 'Cached article' }])
    await site.expect(200, `/article/${id}`)
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
    await attempt(`ready within ${HEAL_LIMIT_MS / 1000} s afterwards`, () => untilReady(site))
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

const untilReady = (site) => until(HEAL_LIMIT_MS, async () => (await site.send('/readyz')).status === 200)

/** Each worker notices by itself whether the database responds. */
export function untilEachIsReady(workers, isReady = true) {
  return until(HEAL_LIMIT_MS, async () => {
    const statuses = await workers.statusesOf(['/readyz'])
    return statuses.every((status) => (status === 200) === isReady)
  })
}
