import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { send } from './client.mjs'
import { checkServer, startSite } from './site.mjs'

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
const POLL_MS = 50
const TIMEOUT_MS = 8_000

/**
 * Kills one of two workers under load. Only requests on connections that it held may fail, and none may hang.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const killedWorkers = {
  name: 'killed-workers',
  title: 'one of two workers killed (requests of the other)',
  limitSeconds: 300,
  missing: process.platform === 'linux' ? undefined : 'the owners of connections are only known on Linux',
  async run({ attempt, random }) {
    await using site = await startSite({ WORKERS: String(WORKERS) })
    const clients = startClients(site.url)
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
    await checkServer(site, attempt, { logsErrors: true })
  },
}

/** @returns the process ids of all workers, once they are ready */
async function waitForWorkers(site) {
  const signal = AbortSignal.timeout(START_LIMIT_MS)
  while ((await site.metric('masthead_processes').catch(() => 0)) < WORKERS)
    await delay(POLL_MS, undefined, { signal })
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
  const signal = AbortSignal.timeout(START_LIMIT_MS)
  for (;;) {
    await clients.reconnect()
    await delay(RUN_MS, undefined, { signal })
    const owners = findOwners(Number(new URL(url).port), pids)
    const ports = clients.ports()
    const known = new Map(ports.filter((port) => owners.has(port)).map((port) => [port, owners.get(port)]))
    if (known.size === READERS && pids.every((pid) => [...known.values()].includes(pid))) return known
  }
}

/** @returns the process of each connection of the server, by the client's port */
function findOwners(serverPort, pids) {
  const processes = new Map()
  for (const pid of pids)
    for (const descriptor of readdirSync(`/proc/${pid}/fd`)) {
      const inode = /^socket:\[(\d+)\]$/.exec(readLink(`/proc/${pid}/fd/${descriptor}`))?.[1]
      if (inode) processes.set(inode, pid)
    }
  const owners = new Map()
  for (const table of ['tcp', 'tcp6'])
    for (const line of readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1)) {
      const [, local, remote, , , , , , , inode] = line.trim().split(/\s+/)
      if (portOf(local) === serverPort && processes.has(inode))
        owners.set(portOf(remote), processes.get(inode))
    }
  return owners
}

/** A descriptor may have been closed. */
function readLink(path) {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

/** Hexadecimal, after the address (proc(5)). */
const portOf = (address) => Number.parseInt(address.split(':').at(-1), 16)

/** Readers with one connection each, which they keep, and visitors with a new one for each request. */
function startClients(url) {
  let isStopped = false
  let served = 0
  let requests = 0
  let failures = []

  /** @param reader undefined for a visitor */
  async function visit(reader) {
    requests += 1
    const path = requests % CACHED_REQUESTS === 0 ? `/search?q=word+${requests}` : '/'
    const headers = { 'x-forwarded-for': `198.18.${requests % 200}.1` }
    try {
      const { status } = await send(url, path, { agent: reader?.agent, headers, timeoutMs: TIMEOUT_MS })
      if (status !== 200) throw new Error(`${path}: status ${status}`)
      served += 1
    } catch (error) {
      failures.push({ port: reader?.port, message: error.message })
    }
  }

  const readers = Array.from({ length: READERS }, () => {
    const reader = { agent: new Agent({ keepAlive: true, maxSockets: 1 }), port: 0, reconnected: undefined }
    let socket
    reader.agent.createConnection = (options) => {
      reader.port = 0
      socket = connect(options, () => {
        reader.port = socket.localPort
      })
      return socket
    }
    reader.run = async () => {
      while (!isStopped) {
        if (reader.reconnected) socket?.destroy()
        reader.reconnected?.resolve()
        reader.reconnected = undefined
        await visit(reader)
      }
      reader.agent.destroy()
    }
    return reader
  })
  const running = readers.map(({ run }) => run())
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (!isStopped) await visit()
  })
  return {
    count: () => served,
    ports: () => readers.map(({ port }) => port),
    reconnect: () =>
      Promise.all(
        readers.map((reader) => {
          reader.reconnected = Promise.withResolvers()
          return reader.reconnected.promise
        }),
      ),
    takeFailures() {
      const taken = failures
      failures = []
      return taken
    },
    async stop() {
      isStopped = true
      await Promise.all([...running, ...visitors])
    },
  }
}
