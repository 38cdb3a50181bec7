import { setTimeout as delay } from 'node:timers/promises'
import { forEachConcurrently, keepAlive } from './client.mjs'
import { checkServer, startSite, withPulse } from './site.mjs'

const CONCURRENCY = 8
const TERMINATIONS = 12
export const HEAL_LIMIT_MS = 5_000
const HANG_SECONDS = 6
/** The render of an uncached page is aborted after 2 s. */
const MAX_WAIT_MS = 3_500
const POLL_MS = 50

/** @type {import('./run-class.mjs').FaultClass} */
export const connectionLoss = {
  name: 'connections',
  title: 'database connections lost during searches',
  limitSeconds: 90,
  async run({ attempt, signal }) {
    await using site = await startSite()
    await site.publish(Array.from({ length: 50 }, (_, index) => ({ title: `Council ${index}` })))
    const agent = keepAlive()
    await withPulse(site, attempt, async () => {
      let isDone = false
      let counter = 0
      const searches = forEachConcurrently(Array.from({ length: CONCURRENCY }), CONCURRENCY, async () => {
        while (!isDone && !signal.aborted) {
          const path = `/search?q=council+${counter++}&from=2020-01-01`
          await attempt(path, async () => {
            const { status } = await site.send(path, { agent })
            // 503 is specified while the database is unavailable.
            if (status !== 200 && status !== 503) throw new Error(`status ${status}`)
          })
        }
      })
      for (let round = 0; round < TERMINATIONS; round++) {
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
      await searches
    })
    agent.destroy()
    await checkServer(site, attempt, { logsErrors: true })
  },
}

/** @type {import('./run-class.mjs').FaultClass} */
export const postmasterSignals = {
  name: 'postmaster',
  title: 'PostgreSQL stopped by INT, TERM, KILL and QUIT',
  limitSeconds: 90,
  async run({ attempt }) {
    await using site = await startSite()
    await site.publish([{ title: 'Before the restart' }])
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL', 'SIGQUIT'])
      await withPulse(site, attempt, async () => {
        await attempt(`${signal}: the site is ready within ${HEAL_LIMIT_MS / 1000} s`, async () => {
          const before = await site.postmaster()
          await site.disconnect()
          process.kill(before.pid, signal)
          await untilReady(site, async () => {
            const after = await site.postmaster()
            return after?.port !== undefined && after.pid !== before.pid
          })
          const { port } = await site.postmaster()
          if (port !== before.port) throw new Error(`port ${before.port} before, ${port} after`)
        })
        await attempt(`${signal}: a page that is not cached`, async () => {
          const { status } = await site.send(`/search?q=${signal}`)
          if (status !== 200) throw new Error(`status ${status}`)
        })
        await attempt(`${signal}: a change shows`, async () => {
          await site.publish([{ title: `After ${signal}` }])
          await until(HEAL_LIMIT_MS, async () => (await site.send('/')).text.includes(`After ${signal}`))
        })
      })
    await checkServer(site, attempt, { logsErrors: true })
  },
}

/** @type {import('./run-class.mjs').FaultClass} */
export const hungDatabase = {
  name: 'hung-database',
  title: 'PostgreSQL stopped by SIGSTOP',
  limitSeconds: 90,
  async run({ attempt }) {
    await using site = await startSite()
    const [id] = await site.publish([{ title: 'Cached article' }])
    for (const path of [`/article/${id}`, '/']) await site.send(path)
    const resume = await stopDatabase(site)
    await withPulse(site, attempt, async () => {
      try {
        await requestHung(site, attempt, id)
      } finally {
        resume()
      }
      await attempt(`ready within ${HEAL_LIMIT_MS / 1000} s afterwards`, () => untilReady(site))
    })
    await checkServer(site, attempt, { logsErrors: true })
  },
}

async function requestHung(site, attempt, id) {
  const until = performance.now() + HANG_SECONDS * 1000
  let counter = 0
  const measure = async (path, expected) => {
    const started = performance.now()
    const { status, headers } = await site.send(path)
    const ms = performance.now() - started
    if (!expected.includes(status)) throw new Error(`status ${status}`)
    if (status === 503 && path !== '/readyz' && !headers['retry-after'])
      throw new Error('503 without Retry-After')
    if (ms > MAX_WAIT_MS) throw new Error(`${ms.toFixed(0)} ms`)
  }
  while (performance.now() < until) {
    const path = `/search?q=hung+${counter++}`
    await Promise.all([
      attempt(path, () => measure(path, [503])),
      attempt('a cached article', () => measure(`/article/${id}`, [200])),
      attempt('/readyz', () => measure('/readyz', [503])),
      attempt('an unknown article', () => measure(`/article/${crypto.randomUUID()}`, [503])),
      attempt('a sign-in', () => measure('/api/auth/get-session', [200, 503])),
    ])
    await delay(POLL_MS)
  }
}

/** Stops the postmaster and its processes. @returns a function that resumes them */
export async function stopDatabase(site) {
  const { pid } = await site.postmaster()
  const backends = await site.sql('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  await site.disconnect()
  const pids = [pid, ...backends.map((backend) => backend.pid)]
  const stopped = pids.filter((one) => {
    try {
      return process.kill(one, 'SIGSTOP')
    } catch {
      // This backend has ended.
      return false
    }
  })
  return () => {
    for (const one of stopped) process.kill(one, 'SIGCONT')
  }
}

export async function untilReady(site, isRestarted = async () => true) {
  await until(HEAL_LIMIT_MS, async () => (await isRestarted()) && (await site.send('/readyz')).status === 200)
}

export async function until(limitMs, isTrue) {
  const started = performance.now()
  while (!(await isTrue().catch(() => false))) {
    if (performance.now() - started > limitMs) throw new Error(`not within ${limitMs} ms`)
    await delay(POLL_MS)
  }
}
