import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EMPTY_ARTICLE } from '../src/features/articles/rules/article-form.ts'
import { openEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.server.ts'
import { keepAlive, send } from './client.mjs'
import { serialiseArguments } from './serialise-arguments.mjs'
import { checkServer, listServerFunctions, OWN_CALL, startSite } from './site.mjs'

const READERS = 50
const EDITORS = 10
const GRACE_SECONDS = '2'
const SETTLE_MS = 1_000
const PROBE_INTERVAL_MS = 50
const READ_INTERVAL_MS = 20

/**
 * Restarts two servers one after the other, as a load balancer that checks /readyz sees them, while readers with
 * keep-alive connections read and editors save.
 *
 * @returns {import('./run-class.mjs').FaultClass}
 */
export function rollingRestart() {
  return {
    name: 'restart',
    title: 'rolling restart under readers and editors',
    limitSeconds: 60,
    async run({ attempt }) {
      await using closing = new AsyncDisposableStack()
      const dataDir = await mkdtemp(join(tmpdir(), 'masthead-faults-'))
      closing.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
      const postgres = await openEmbeddedPostgres({ dataDir, log: () => {} })
      closing.defer(() => postgres.close())
      const start = () =>
        startSite({ DATABASE_URL: postgres.ownerUrl, SHUTDOWN_GRACE_SECONDS: GRACE_SECONDS })
      const backends = [await start(), await start()].map((site) => ({ site, isReady: true }))
      const first = backends[0].site
      const administrator = await first.signIn('admin')
      const saved = []
      let isDone = false
      const balance = () => backends.find(({ isReady }) => isReady)?.site ?? backends[0].site

      const probe = async (backend) => {
        while (!isDone) {
          backend.isReady = await backend.site.send('/readyz').then(
            ({ status }) => status === 200,
            () => false,
          )
          await delay(PROBE_INTERVAL_MS)
        }
      }
      const agents = Array.from({ length: READERS + EDITORS }, () => keepAlive(1))
      const read = async (agent) => {
        while (!isDone) {
          await attempt('a reader', async () => {
            const { status } = await send(balance().url, '/', { agent })
            if (status !== 200) throw new Error(`status ${status}`)
          })
          await delay(READ_INTERVAL_MS)
        }
      }
      const create = listServerFunctions().find(({ name }) => name === 'createArticleFn').path
      const save = async (agent) => {
        while (!isDone)
          await attempt('an editor', async () => {
            const { url } = balance()
            const id = crypto.randomUUID()
            const { status, text } = await send(url, create, {
              method: 'POST',
              agent,
              headers: { ...OWN_CALL, ...administrator, origin: url, 'content-type': 'application/json' },
              body: serialiseArguments({ id, form: { ...EMPTY_ARTICLE, title: `Saved ${id}` } }),
            })
            if (status !== 200) throw new Error(`status ${status}: ${text.slice(0, 200)}`)
            saved.push(id)
          })
      }
      const clients = [
        ...backends.map(probe),
        ...agents.map((agent, index) => (index < EDITORS ? save(agent) : read(agent))),
      ]
      for (const backend of backends) {
        await delay(SETTLE_MS)
        const stopping = backend.site
        await stopping[Symbol.asyncDispose]()
        backend.site = await start()
      }
      await delay(SETTLE_MS)
      isDone = true
      await Promise.all(clients)
      for (const agent of agents) agent.destroy()

      const [{ site }] = backends
      const stored = new Set((await site.sql('select id from articles')).map(({ id }) => id))
      await attempt('saved articles', async () => {
        const lost = saved.filter((id) => !stored.has(id))
        if (saved.length === 0 || lost.length > 0)
          throw new Error(`${lost.length} of ${saved.length} were lost`)
      })
      await checkServer(site, attempt)
      for (const backend of backends) await backend.site[Symbol.asyncDispose]()
    },
  }
}
