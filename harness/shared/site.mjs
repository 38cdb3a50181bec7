import { join } from 'node:path'
import { clusterUrl, readPassword } from '#platform/postgres/cluster.server.ts'
import { readPidFile } from '#platform/postgres/pid-file.server.ts'
import { signIn } from '../../e2e/fixtures/administrator.ts'
import { completeRow } from '../../e2e/fixtures/article-row.ts'
import { startMasthead } from '../../e2e/fixtures/masthead-server.ts'
import { send } from './client.mjs'
import { connectTo, makeFolder } from './postgres.mjs'

export const METRICS_TOKEN = 'harness metrics token'
const MB = 1024 * 1024

/** Reads a metric of a site that was started with the token. The name is a regular expression. */
export async function readMetric(origin, name) {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const { text } = await send(origin, '/metrics', { headers })
  const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
  if (value === undefined) throw new Error(`/metrics does not report ${name}`)
  return Number(value)
}

/**
 * Creates an account and a session of it.
 *
 * @param {{ url: string, sql: (text: string, values?: unknown[]) => Promise<unknown[]> }} site
 * @returns the headers of its browser
 */
export async function signInAs(site, role, email = `${role}@example.org`) {
  const headers = {}
  const jar = {
    addCookies([{ name, value }]) {
      headers.cookie = `${name}=${value}`
    },
  }
  await signIn(site, jar, { role, email })
  return headers
}

/**
 * Starts the built server with a data folder of its own, and an embedded PostgreSQL unless `env` names another.
 *
 * @param {Record<string, string>} [env]
 */
export async function startSite(env = {}) {
  await using starting = new AsyncDisposableStack()
  const dataDir = await makeFolder(starting)
  const postgresDir = join(dataDir, 'postgres')
  const start = () => startMasthead({ TRUST_PROXY: 'on', METRICS_TOKEN, ...env, DATA_DIR: dataDir })
  let server = await start()
  let client

  async function findDatabase() {
    const { port } = await readPidFile(postgresDir)
    return clusterUrl({ password: await readPassword(dataDir) }, port)
  }
  async function disconnect() {
    await client?.end().catch(() => {})
    client = undefined
  }
  starting.defer(() => server[Symbol.asyncDispose]())
  starting.defer(disconnect)
  const closing = starting.move()

  const site = {
    dataDir,
    get url() {
      return server.url
    },
    get server() {
      return server
    },
    send: (path, options) => send(server.url, path, options),

    /** Sends a request, and throws unless the response has an expected status and arrives in time. */
    async expect(expected, path, { maxMs = Number.POSITIVE_INFINITY, ...options } = {}) {
      const started = performance.now()
      const response = await site.send(path, options)
      const ms = performance.now() - started
      const { status, headers, text } = response
      if (![expected].flat().includes(status)) throw new Error(`status ${status}: ${text.slice(0, 100)}`)
      if (status === 503 && path !== '/readyz' && !headers['retry-after'])
        throw new Error('503 without Retry-After')
      if (ms > maxMs) throw new Error(`${ms.toFixed(0)} ms`)
      return response
    },

    /** Runs SQL on a connection of its own. @returns the rows */
    async sql(text, values) {
      client ??= await connectTo(env.DATABASE_URL ?? (await findDatabase()))
      try {
        return (await client.query(text, values)).rows
      } catch (error) {
        await disconnect()
        throw error
      }
    },
    disconnect,

    async set(name, value) {
      await site.sql(
        `insert into site_settings (setting_name, setting_value) values ($1, $2)
         on conflict (setting_name) do update set setting_value = excluded.setting_value`,
        [name, value],
      )
    },

    /** Stores articles and returns their ids. */
    async publish(articles) {
      const rows = articles.map(completeRow)
      const columns = Object.keys(rows[0]).join(', ')
      await site.sql(
        `insert into articles (${columns}) select ${columns} from jsonb_populate_recordset(null::articles, $1)`,
        [JSON.stringify(rows)],
      )
      return rows.map(({ id }) => id)
    },

    signIn: (role) => signInAs(site, role),
    metric: (name) => readMetric(server.url, name),
    memoryMb: async () => (await site.metric('process_resident_memory_bytes')) / MB,
    postmaster: () => readPidFile(postgresDir),

    /** Waits until a killed server has ended. */
    async untilEnded() {
      await disconnect()
      await server[Symbol.asyncDispose]()
    },
    async startAgain() {
      server = await start()
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
  return site
}
