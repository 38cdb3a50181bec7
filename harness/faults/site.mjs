import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { ADMINISTRATOR, addAccount } from '../../e2e/fixtures/administrator.ts'
import { completeRow } from '../../e2e/fixtures/article-row.ts'
import { startMasthead } from '../../e2e/fixtures/masthead-server.ts'
import { clusterUrl, readPassword } from '../../src/platform/postgres/cluster.server.ts'
import { isPostmaster, readPidFile } from '../../src/platform/postgres/pid-file.server.ts'
import { send } from './client.mjs'

/** On a machine with two idle cores. The faults that this detects took 9 s and more. */
const MAX_RESPONSE_MS = 2_000
const ERROR_LEVELS = ['error', 'fatal']

/**
 * Starts the built server with a data folder and an embedded PostgreSQL of its own.
 *
 * @param {Record<string, string>} [env]
 */
export async function startSite(env = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'masthead-faults-'))
  const postgresDir = join(dataDir, 'postgres')
  const start = () =>
    startMasthead({
      TRUST_PROXY: 'on',
      METRICS_TOKEN: 'faults metrics token',
      ...env,
      DATA_DIR: dataDir,
    })
  let server = await start()
  let client

  async function findDatabase() {
    if (env.DATABASE_URL) return env.DATABASE_URL
    const { port } = await readPidFile(postgresDir)
    return clusterUrl({ password: await readPassword(dataDir) }, port)
  }

  async function connect() {
    const opened = new pg.Client({ connectionString: await findDatabase() })
    // Faults end this connection as well.
    opened.on('error', () => {})
    await opened.connect()
    return opened
  }

  async function disconnect() {
    await client?.end().catch(() => {})
    client = undefined
  }

  const site = {
    dataDir,
    get url() {
      return server.url
    },
    get server() {
      return server
    },
    send: (path, options) => send(server.url, path, options),

    /** Runs SQL on a connection of its own. @returns the rows */
    async sql(text, values) {
      client ??= await connect()
      try {
        return (await client.query(text, values)).rows
      } catch (error) {
        await disconnect()
        throw error
      }
    },
    disconnect,

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

    /** Signs in an account of the role, which is created. @returns the headers of its browser */
    async signIn(role) {
      const email = `${role}@example.org`
      await addAccount(site, { role, email })
      const { status, headers, text } = await site.send('/api/auth/sign-in/email', {
        method: 'POST',
        headers: { origin: server.url, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: ADMINISTRATOR.password }),
      })
      if (status !== 200) throw new Error(`The ${role} cannot sign in: ${status} ${text}`)
      return { cookie: headers['set-cookie'].map((cookie) => cookie.split(';', 1)[0]).join('; ') }
    },

    postmaster: () => readPidFile(postgresDir),

    async metric(name) {
      const { text } = await site.send('/metrics', {
        headers: { authorization: 'Bearer faults metrics token' },
      })
      const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
      if (value === undefined) throw new Error(`/metrics does not report ${name}`)
      return Number(value)
    },

    /** Kills the server and starts another with the same data. */
    async kill() {
      process.kill(server.pid, 'SIGKILL')
      await disconnect()
      await server[Symbol.asyncDispose]()
    },
    async startAgain() {
      server = await start()
    },
    async [Symbol.asyncDispose]() {
      await disconnect()
      await server[Symbol.asyncDispose]()
      const left = await readPidFile(postgresDir)
      if (left && (await isPostmaster(left.pid, postgresDir))) process.kill(left.pid, 'SIGQUIT')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
  return site
}

/**
 * Requests /livez and the cached home page while `work` runs. Both have to respond with status 200 in time.
 *
 * @param {Awaited<ReturnType<typeof startSite>>} site
 * @param {import('./run-class.mjs').Attempt} attempt
 * @param {() => Promise<void>} work
 */
export async function withPulse(site, attempt, work, maxResponseMs = MAX_RESPONSE_MS) {
  await site.send('/')
  const worker = new Worker(new URL('pulse.mjs', import.meta.url), { workerData: { origin: site.url } })
  try {
    await work()
  } finally {
    worker.postMessage('stop')
    const [result] = await once(worker, 'message')
    for (const [path, { probes, slowestMs, failures }] of Object.entries(result))
      await attempt(`${path} during the attack`, async () => {
        if (failures.length > 0) throw new Error(`${failures.length} of ${probes} failed: ${failures[0]}`)
        if (slowestMs > maxResponseMs) throw new Error(`the slowest response took ${slowestMs.toFixed(0)} ms`)
      })
  }
}

/**
 * Checks that the server responds, and that it has logged neither errors nor unstructured lines.
 *
 * @param {{ logsErrors?: boolean }} [expected] whether the server should log errors for the operator
 */
export async function checkServer(site, attempt, { logsErrors = false } = {}) {
  for (const path of ['/livez', '/readyz', '/'])
    await attempt(`${path} after the attack`, async () => {
      const { status } = await site.send(path)
      if (status !== 200) throw new Error(`status ${status}`)
    })
  await attempt('log after the attack', async () => {
    const unexpected = site.server.log.find((line) => isUnexpected(line, logsErrors))
    if (unexpected) throw new Error(unexpected)
  })
}

function isUnexpected(line, logsErrors) {
  try {
    return ERROR_LEVELS.includes(JSON.parse(line).level) && !logsErrors
  } catch {
    return true
  }
}
