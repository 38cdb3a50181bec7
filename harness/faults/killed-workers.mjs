import { setTimeout as delay } from 'node:timers/promises'
import { keepAlive, numbers } from '../shared/client.mjs'
import { until } from '../shared/until.mjs'
import { workerOf } from './connect-to-workers.mjs'
import { siteClass } from './site-class.mjs'

const WORKERS = 2
const ROUNDS = 10
const READERS = 16
/** They open a connection for each request. */
const VISITORS = 4
/** Other requests are for pages that no worker has cached. */
const CACHED_REQUESTS = 20
const RUN_MS = 500
const SETTLE_MS = 1_500
const START_LIMIT_MS = 60_000
const TIMEOUT_MS = 8_000

/** Kills one of two workers under load. Only requests on connections that it held may fail, and none may hang. */
export const killedWorkers = siteClass({
  name: 'killed-workers',
  title: 'one of two workers killed (requests of the other)',
  limitSeconds: 300,
  env: { WORKERS: String(WORKERS) },
  hasPulse: false,
  logsErrors: true,
  async run({ site, attempt, random }) {
    const clients = startClients(site)
    try {
      for (let round = 1; round <= ROUNDS; round++) {
        const pids = await waitForWorkers(site)
        await until(START_LIMIT_MS, () => clients.reconnect())
        const before = clients.count()
        process.kill(random.pick(pids), 'SIGKILL')
        await delay(SETTLE_MS)
        const failures = clients.takeFailures()
        await attempt(`round ${round}: requests of the other worker and of later connections`, async () => {
          const lost = failures.filter(({ isVisit }) => !isVisit)
          const workers = new Set(lost.map(({ worker }) => worker))
          // The worker of a later connection is not known yet.
          if (workers.size > 1 || workers.has(undefined))
            throw new Error(`${lost.length} failed: ${lost[0].message}`)
        })
        await attempt(`round ${round}: requests with new connections`, async () => {
          const visits = failures.filter(({ isVisit }) => isVisit)
          const waited = visits.find(({ message }) => message.startsWith('no response'))
          if (waited) throw new Error(waited.message)
          if (visits.length > VISITORS) throw new Error(`${visits.length} failed: ${visits[0].message}`)
        })
        await attempt(`round ${round}: service`, async () => {
          if (clients.count() <= before + READERS) throw new Error('hardly any request was served')
        })
      }
    } finally {
      await clients.stop()
    }
    await attempt('no request was still waiting', async () => {
      const [failure] = clients.takeFailures()
      if (failure) throw new Error(failure.message)
    })
  },
})

/** @returns the process ids of all workers, once they are ready */
async function waitForWorkers(site) {
  await until(START_LIMIT_MS, async () => (await site.metric('masthead_processes')) >= WORKERS)
  const lines = site.server.log.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  const started = lines.flatMap(({ pids, pid, worker, msg }) =>
    pids ? pids : msg === 'The worker was replaced' && worker ? [pid] : [],
  )
  return started.filter(isRunning)
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Readers with one connection each, which they keep, and visitors with a new one for each request. */
function startClients(site) {
  let isStopped = false
  let served = 0
  let requests = 0
  const failures = []
  const readers = numbers(READERS).map(() => ({ agent: keepAlive(1), worker: undefined, isLeaving: false }))

  /** @param reader undefined for a visitor */
  async function visit(reader) {
    requests += 1
    const path = requests % CACHED_REQUESTS === 0 ? `/search?q=word+${requests}` : '/'
    const headers = { 'x-forwarded-for': `198.18.${requests % 200}.1` }
    try {
      const response = await site.expect(200, path, { agent: reader?.agent, headers, timeoutMs: TIMEOUT_MS })
      served += 1
      if (reader && path === '/') reader.worker = workerOf(response)
    } catch ({ message }) {
      failures.push({ isVisit: !reader, worker: reader?.worker, message })
      if (reader) reader.worker = undefined
    }
  }

  async function read(reader) {
    if (reader.isLeaving) {
      await reader.agent.close()
      Object.assign(reader, { agent: keepAlive(1), worker: undefined, isLeaving: false })
    }
    await visit(reader)
  }

  const running = [
    ...readers.map(async (reader) => {
      while (!isStopped) await read(reader)
    }),
    ...numbers(VISITORS).map(async () => {
      while (!isStopped) await visit()
    }),
  ]
  return {
    count: () => served,
    /** Opens new connections. @returns whether each worker has some */
    async reconnect() {
      for (const reader of readers) reader.isLeaving = true
      await delay(RUN_MS)
      const workers = new Set(readers.map(({ worker, isLeaving }) => (isLeaving ? undefined : worker)))
      return workers.size === WORKERS && !workers.has(undefined)
    },
    takeFailures: () => failures.splice(0),
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}
