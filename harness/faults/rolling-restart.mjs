import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#platform/testing/free-port.ts'
import { keepAlive, numbers, send } from '../shared/client.mjs'
import { openEditor } from '../shared/editor.mjs'
import { startPostgres } from '../shared/postgres.mjs'
import { startSite } from '../shared/site.mjs'
import { hasNginx, startNginx } from './nginx.mjs'
import { checkServer } from './site-class.mjs'

const READERS = 50
const EDITORS = 10
const GRACE_SECONDS = '2'
const SETTLE_MS = 1_000
const PROBE_INTERVAL_MS = 50
const READ_INTERVAL_MS = 20

/**
 * Restarts two servers one after the other behind a load balancer that checks /readyz, while readers with keep-alive
 * connections read and editors save.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const rollingRestart = {
  name: 'restart',
  title: 'rolling restart behind a balancer that checks /readyz',
  limitSeconds: 120,
  run: (context) => restartUnder(checkReadiness, context),
}

/**
 * As above behind nginx, which notices that a server stops when it accepts no more connections.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const rollingRestartBehindNginx = {
  name: 'nginx',
  title: 'rolling restart behind nginx',
  limitSeconds: 120,
  missing: hasNginx() ? undefined : 'nginx is not installed',
  run: (context) => restartUnder((backends) => startNginx(backends.map(({ port }) => port)), context),
}

function checkReadiness(backends) {
  const stopped = new AbortController()
  const probes = backends.map(async (backend) => {
    while (!stopped.signal.aborted) {
      backend.isReady = await backend.site.expect(200, '/readyz').then(
        () => true,
        () => false,
      )
      await delay(PROBE_INTERVAL_MS)
    }
  })
  return {
    get url() {
      return (backends.find(({ isReady }) => isReady) ?? backends[0]).site.url
    },
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await Promise.all(probes)
    },
  }
}

/** @param startBalancer starts a load balancer with `url` in front of the backends */
async function restartUnder(startBalancer, { attempt, signal }) {
  await using closing = new AsyncDisposableStack()
  const postgres = await startPostgres(closing)
  const start = (port) =>
    startSite({ PORT: String(port), DATABASE_URL: postgres.url, SHUTDOWN_GRACE_SECONDS: GRACE_SECONDS })
  const backends = []
  closing.defer(() => Promise.all(backends.map(({ site }) => site[Symbol.asyncDispose]())))
  while (backends.length < 2) {
    const port = await freePort()
    backends.push({ port, site: await start(port), isReady: true })
  }
  const balancer = closing.use(await startBalancer(backends))
  const administrator = await backends[0].site.signIn('admin')
  const saved = []
  let isDone = false
  const repeat = async (label, work) => {
    while (!isDone && !signal.aborted) await attempt(label, work)
  }
  /** A client with one connection to each address. */
  const openClient = () => {
    const agent = keepAlive(1)
    return {
      get url() {
        return balancer.url
      },
      send: (path, options) => send(balancer.url, path, { ...options, agent }),
    }
  }
  const readers = numbers(READERS).map(() => {
    const client = openClient()
    return repeat('a reader', async () => {
      await delay(READ_INTERVAL_MS)
      const { status } = await client.send('/')
      if (status !== 200) throw new Error(`status ${status}`)
    })
  })
  const editors = numbers(EDITORS).map(() => {
    const editor = openEditor(openClient(), administrator)
    return repeat('an editor', async () => {
      const { id } = await editor.createDraft({ title: 'Saved' })
      saved.push(id)
    })
  })
  for (const backend of backends) {
    await delay(SETTLE_MS)
    await backend.site[Symbol.asyncDispose]()
    backend.site = await start(backend.port)
  }
  await delay(SETTLE_MS)
  isDone = true
  await Promise.all([...readers, ...editors])

  await attempt('saved drafts', async () => {
    const stored = await postgres.sql('select from drafts where version = 1 and id = any($1)', [saved])
    if (saved.length === 0 || stored.length < saved.length)
      throw new Error(`${saved.length - stored.length} of ${saved.length} were lost`)
  })
  await checkServer(backends[0].site, attempt)
}
