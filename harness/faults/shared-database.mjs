import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startMasthead } from '../../e2e/fixtures/masthead-server.ts'
import { LOCK_KEYS } from '../../src/platform/database/lock-keys.ts'
import { openEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.server.ts'
import { hasPgbouncer, startPgbouncer } from '../../src/platform/testing/pgbouncer.ts'
import { runMasthead } from './run-masthead.mjs'

const STOP_LIMIT_MS = 3_000
const PARAMETERS = ['', '?application_name=courier', '?application_name=psql&options=-c%20work_mem%3D8MB']

/**
 * Starts through PgBouncer, with locks that others hold, and restores a backup on a running site: each start either works
 * or ends with a message, and the site keeps its content.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const sharedDatabase = {
  name: 'shared-database',
  title: 'poolers, locks of others, restores on a running site',
  limitSeconds: 480,
  missing: hasPgbouncer ? undefined : 'PgBouncer is not installed',
  async run({ attempt }) {
    await using closing = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'masthead-faults-'))
    closing.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
    const postgres = await openEmbeddedPostgres({ dataDir: join(folder, 'database'), log: () => {} })
    closing.defer(() => postgres.close())
    const url = postgres.ownerUrl
    const client = new pg.Client({ connectionString: url, application_name: 'another program' })
    await client.connect()
    closing.defer(() => client.end())
    await (await startMasthead({ DATABASE_URL: url }))[Symbol.asyncDispose]()

    for (const poolMode of ['transaction', 'statement'])
      await attempt(`a start through PgBouncer, pool_mode = ${poolMode}`, async () => {
        await using pooler = await startPgbouncer(url, { poolMode })
        const failure = await startMasthead({ DATABASE_URL: pooler.url }).then(
          (server) => server[Symbol.asyncDispose](),
          (error) => error.message,
        )
        const direct = `the pooler uses 127.0.0.1:${new URL(url).port}`
        if (!failure?.includes(direct)) throw new Error(failure ?? 'It started')
      })
    await attempt('changes are visible through PgBouncer, pool_mode = session', async () => {
      await using pooler = await startPgbouncer(url, { poolMode: 'session' })
      await using server = await startMasthead({ DATABASE_URL: pooler.url })
      await (await fetch(server.url)).text()
      await client.query(`insert into articles (title, origin) values ('Through the pooler', 'editor')`)
      await until(async () => (await (await fetch(server.url)).text()).includes('Through the pooler'))
    })

    for (const signal of ['SIGTERM', 'SIGINT'])
      for (const workers of ['1', '2'])
        await attempt(`${signal} while a start with WORKERS=${workers} waits for a lock`, async () => {
          await client.query('select pg_advisory_lock($1)', [LOCK_KEYS.migrate])
          try {
            await interruptStart({ DATABASE_URL: url, DATA_DIR: folder, WORKERS: workers }, signal)
          } finally {
            await client.query('select pg_advisory_unlock($1)', [LOCK_KEYS.migrate])
          }
        })

    const backup = join(folder, 'backup.tar.zst')
    const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') }
    const made = await runMasthead(['backup', '--to', backup], { env })
    if (made.status !== 0) throw new Error(made.output)
    for (const parameters of PARAMETERS)
      await attempt(`a restore on a running site with the parameters "${parameters}"`, async () => {
        await using _site = await startMasthead({ DATABASE_URL: url + parameters })
        const { status, output } = await runMasthead(['restore', backup, '--replace'], { env })
        if (status !== 1 || !output.includes('Masthead is running on this database: '))
          throw new Error(`status ${status}: ${output}`)
      })
    await attempt('the restore once the site is stopped', async () => {
      const { status, output } = await runMasthead(['restore', backup, '--replace'], { env })
      if (status !== 0) throw new Error(output)
    })
  },
}

async function interruptStart(env, signal) {
  const script = join(import.meta.dirname, '../../e2e/fixtures/start-masthead.mjs')
  const child = spawn(process.execPath, [script], {
    env: {
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: 'node_modules/.cache/masthead-e2e',
      PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  try {
    await until(async () => /Waiting for a lock of the database that .*another program.* holds/.test(output))
    child.kill(signal)
    const late = new Promise((_, reject) => {
      setTimeout(() => reject(new Error(`It did not end within ${STOP_LIMIT_MS} ms`)), STOP_LIMIT_MS).unref()
    })
    const [status] = await Promise.race([ended, late])
    if (status !== 0) throw new Error(`exit status ${status}: ${output}`)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

async function until(isTrue) {
  const limit = performance.now() + 20_000
  while (!(await isTrue())) {
    if (performance.now() > limit) throw new Error('not within 20 s')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
