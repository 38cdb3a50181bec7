import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import * as Y from 'yjs'
import { appendAddress } from '#features/collaboration/rules/append-address.ts'
import { createDraftDocument, writeForm } from '#features/collaboration/rules/draft-document.ts'
import { openEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.server.ts'
import { choosePort } from '../../src/platform/postgres/join.server.ts'
import { keepAlive, send } from './client.mjs'
import { hasNginx, startNginx } from './nginx.mjs'
import { checkServer, startSite } from './site.mjs'

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
export const rollingRestart = restartUnder(checkReadiness, {
  name: 'restart',
  title: 'rolling restart behind a balancer that checks /readyz',
})

/**
 * As above behind nginx, which notices that a server stops when it accepts no more connections.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const rollingRestartBehindNginx = {
  ...restartUnder((backends) => startNginx(backends.map(({ port }) => port)), {
    name: 'nginx',
    title: 'rolling restart behind nginx',
  }),
  missing: hasNginx() ? undefined : 'nginx is not installed',
}

function checkReadiness(backends) {
  const stopped = new AbortController()
  const probe = async (backend) => {
    while (!stopped.signal.aborted) {
      backend.isReady = await backend.site.send('/readyz').then(
        ({ status }) => status === 200,
        () => false,
      )
      await delay(PROBE_INTERVAL_MS)
    }
  }
  const probes = backends.map(probe)
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
function restartUnder(startBalancer, { name, title }) {
  return {
    name,
    title,
    limitSeconds: 120,
    async run({ attempt, signal }) {
      await using closing = new AsyncDisposableStack()
      const dataDir = await mkdtemp(join(tmpdir(), 'masthead-faults-'))
      closing.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
      const postgres = await openEmbeddedPostgres({ dataDir, log: () => {} })
      closing.defer(() => postgres.close())
      const start = (port) =>
        startSite({
          PORT: String(port),
          DATABASE_URL: postgres.ownerUrl,
          SHUTDOWN_GRACE_SECONDS: GRACE_SECONDS,
        })
      const backends = []
      while (backends.length < 2) {
        const port = await choosePort()
        backends.push({ port, site: await start(port), isReady: true })
      }
      const balancer = await startBalancer(backends)
      closing.defer(() => balancer[Symbol.asyncDispose]())
      const administrator = await backends[0].site.signIn('admin')
      const saved = []
      let isDone = false
      const agents = Array.from({ length: READERS + EDITORS }, () => keepAlive(1))
      const read = async (agent) => {
        while (!isDone && !signal.aborted) {
          await attempt('a reader', async () => {
            const { status } = await send(balancer.url, '/', { agent })
            if (status !== 200) throw new Error(`status ${status}`)
          })
          await delay(READ_INTERVAL_MS)
        }
      }
      const save = async (agent) => {
        while (!isDone && !signal.aborted)
          await attempt('an editor', async () => {
            const { url } = balancer
            const id = crypto.randomUUID()
            const { document, update } = createFirstUpdate(id)
            const { status, text } = await send(url, appendAddress({ id, document, seedOf: null }), {
              method: 'POST',
              agent,
              headers: { ...administrator, origin: url, 'content-type': 'application/octet-stream' },
              body: update,
            })
            if (status !== 200 || !text.includes('appended'))
              throw new Error(`status ${status}: ${text.slice(0, 200)}`)
            saved.push(id)
          })
      }
      const clients = agents.map((agent, index) => (index < EDITORS ? save(agent) : read(agent)))
      for (const backend of backends) {
        await delay(SETTLE_MS)
        const stopping = backend.site
        await stopping[Symbol.asyncDispose]()
        backend.site = await start(backend.port)
      }
      await delay(SETTLE_MS)
      isDone = true
      await Promise.all(clients)
      for (const agent of agents) agent.destroy()

      const [{ site }] = backends
      const stored = new Set(
        (await site.sql('select id from drafts where document_seq = 1')).map(({ id }) => id),
      )
      await attempt('saved drafts', async () => {
        const lost = saved.filter((id) => !stored.has(id))
        if (saved.length === 0 || lost.length > 0)
          throw new Error(`${lost.length} of ${saved.length} were lost`)
      })
      await checkServer(site, attempt)
      for (const backend of backends) await backend.site[Symbol.asyncDispose]()
    },
  }
}

/** Returns a new document, and the update that stores it as a draft. */
function createFirstUpdate(id) {
  const doc = createDraftDocument(crypto.randomUUID())
  writeForm(doc, { title: `Saved ${id}` })
  return { document: doc.guid, update: Buffer.from(Y.encodeStateAsUpdate(doc)) }
}
