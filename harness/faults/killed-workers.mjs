import { spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { buildConnector } from 'undici'
import { keepAlive, numbers } from '../shared/client.mjs'
import { until } from '../shared/until.mjs'
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
  missing: spawnSync('ss', ['-V']).status === 0 ? undefined : 'ss is not installed',
  env: { WORKERS: String(WORKERS) },
  hasPulse: false,
  logsErrors: true,
  async run({ site, attempt, random }) {
    const clients = startClients(site)
    try {
      for (let round = 1; round <= ROUNDS; round++) {
        const pids = await waitForWorkers(site)
        const victim = random.pick(pids)
        const owners = await connectToBoth(clients, site.url, pids)
        const owned = [...owners.values()].filter((pid) => pid === victim).length
        const before = clients.count()
        process.kill(victim, 'SIGKILL')
        await delay(SETTLE_MS)
        const failures = clients.takeFailures()
        const isOwn = ({ port }) => owners.get(port) === victim
        await attempt(`round ${round}: requests of the other worker and of later connections`, async () => {
          const lost = failures.filter((failure) => failure.port !== undefined && !isOwn(failure))
          if (lost.length > 0) throw new Error(`${lost.length} failed: ${lost[0].message}`)
        })
        await attempt(`round ${round}: requests of the killed worker`, async () => {
          const own = failures.filter(isOwn).length
          if (own > owned) throw new Error(`${own} failed on ${owned} connections`)
        })
        await attempt(`round ${round}: requests with new connections`, async () => {
          const visits = failures.filter(({ port }) => port === undefined)
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

/** Opens new connections until each worker has some. @returns the worker of each client port */
async function connectToBoth(clients, url, pids) {
  let known = new Map()
  await until(START_LIMIT_MS, async () => {
    await clients.reconnect()
    await delay(RUN_MS)
    const owners = findOwners(new URL(url).port)
    const ports = clients.ports().filter((port) => owners.has(port))
    known = new Map(ports.map((port) => [port, owners.get(port)]))
    return known.size === READERS && pids.every((pid) => [...known.values()].includes(pid))
  })
  return known
}

/** @returns the process of each connection of the server, by the client's port */
function findOwners(serverPort) {
  const filter = ['state', 'established', `( sport = :${serverPort} )`]
  const { stdout } = spawnSync('ss', ['--tcp', '--numeric', '--processes', '--no-header', ...filter])
  const lines = String(stdout).matchAll(/:(\d+)\s+users:\(\("[^"]*",pid=(\d+)/g)
  return new Map([...lines].map(([, port, pid]) => [Number(port), Number(pid)]))
}

/** Readers with one connection each, which they keep, and visitors with a new one for each request. */
function startClients(site) {
  let isStopped = false
  let served = 0
  let requests = 0
  const failures = []

  /** @param reader undefined for a visitor */
  async function visit(reader) {
    requests += 1
    const path = requests % CACHED_REQUESTS === 0 ? `/search?q=word+${requests}` : '/'
    const headers = { 'x-forwarded-for': `198.18.${requests % 200}.1` }
    try {
      await site.expect(200, path, { agent: reader?.agent, headers, timeoutMs: TIMEOUT_MS })
      served += 1
    } catch ({ message }) {
      failures.push({ port: reader?.port, message })
    }
  }

  const readers = numbers(READERS).map(openReader)
  const running = [
    ...readers.map(async (reader) => {
      while (!isStopped) {
        reader.reconnect()
        await visit(reader)
      }
    }),
    ...numbers(VISITORS).map(async () => {
      while (!isStopped) await visit()
    }),
  ]
  return {
    count: () => served,
    ports: () => readers.map(({ port }) => port),
    reconnect: () => Promise.all(readers.map((reader) => reader.untilReconnected())),
    takeFailures: () => failures.splice(0),
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}

function openReader() {
  const connect = buildConnector({})
  let wanted
  let socket
  const reader = {
    port: 0,
    agent: keepAlive(1, {
      connect(options, done) {
        reader.port = 0
        connect(options, (error, opened) => {
          socket = opened
          reader.port = opened?.localPort ?? 0
          done(error, opened)
        })
      },
    }),
    /** Closes the connection, if that is wanted, between two requests. */
    reconnect() {
      if (wanted) socket?.destroy()
      wanted?.resolve()
      wanted = undefined
    },
    untilReconnected() {
      wanted = Promise.withResolvers()
      return wanted.promise
    },
  }
  return reader
}
