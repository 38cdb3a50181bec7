import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { hasPgbouncer, startPgbouncer } from '#platform/testing/pgbouncer.ts'
import { startMasthead } from '../../e2e/fixtures/masthead-server.ts'
import { startPostgres } from '../shared/postgres.mjs'
import { runMasthead } from '../shared/run-masthead.mjs'
import { until } from '../shared/until.mjs'
import { startFailure } from './start-failure.mjs'

const START = join(import.meta.dirname, '../../e2e/fixtures/start-masthead.mjs')
const STOP_LIMIT_MS = 3_000
const LIMIT_MS = 20_000
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
    const { url, folder, sql } = await startPostgres(closing)
    const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') }
    await (await startMasthead(env))[Symbol.asyncDispose]()

    for (const poolMode of ['transaction', 'statement'])
      await attempt(`a start through PgBouncer, pool_mode = ${poolMode}`, async () => {
        await using pooler = await startPgbouncer(url, { poolMode })
        const failure = await startFailure({ DATABASE_URL: pooler.url })
        const direct = `the pooler uses 127.0.0.1:${new URL(url).port}`
        if (!failure?.includes(direct)) throw new Error(failure ?? 'It started')
      })
    const poolers = [
      { poolMode: 'session', direct: {} },
      { poolMode: 'transaction', direct: { DATABASE_DIRECT_URL: url }, ignoredParameters: '', poolSize: 3 },
    ]
    for (const { direct, ...options } of poolers)
      for (const WORKERS of ['1', '2'])
        await attempt(`changes through PgBouncer, ${options.poolMode} mode, WORKERS=${WORKERS}`, async () => {
          const title = `Through the pooler, ${options.poolMode} ${WORKERS}`
          await using pooler = await startPgbouncer(url, options)
          await using server = await startMasthead({ DATABASE_URL: pooler.url, WORKERS, ...direct })
          const readHome = async () => (await fetch(server.url)).text()
          await readHome()
          await sql(`insert into articles (title, origin) values ($1, 'editor')`, [title])
          await until(LIMIT_MS, async () => (await readHome()).includes(title))
          const errors = server.log.filter((line) => /"level":"(?:error|fatal)"/.test(line))
          if (errors.length > 0) throw new Error(errors.join(' '))
        })
    await attempt('a direct address of another database', async () => {
      await using pooler = await startPgbouncer(url, { poolMode: 'transaction' })
      const other = new URL(url)
      other.pathname = '/postgres'
      const failure = await startFailure({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: other.href })
      if (!failure?.includes('lead to different databases')) throw new Error(failure ?? 'It started')
    })

    for (const signal of ['SIGTERM', 'SIGINT'])
      for (const WORKERS of ['1', '2'])
        await attempt(`${signal} while a start with WORKERS=${WORKERS} waits for a lock`, async () => {
          await sql('select pg_advisory_lock($1)', [LOCK_KEYS.migrate])
          try {
            await interruptStart({ ...env, WORKERS }, signal)
          } finally {
            await sql('select pg_advisory_unlock($1)', [LOCK_KEYS.migrate])
          }
        })

    const backup = join(folder, 'backup.tar.zst')
    const made = await runMasthead(['backup', '--to', backup], { env })
    if (made.status !== 0) throw new Error(made.output)
    const restore = () => runMasthead(['restore', backup, '--replace'], { env })
    for (const parameters of PARAMETERS)
      await attempt(`a restore on a running site with the parameters "${parameters}"`, async () => {
        await using _site = await startMasthead({ DATABASE_URL: url + parameters })
        const { status, output } = await restore()
        if (status !== 1 || !output.includes('Masthead is running on this database: '))
          throw new Error(`status ${status}: ${output}`)
      })
    await attempt('the restore once the site is stopped', async () => {
      const { status, output } = await restore()
      if (status !== 0) throw new Error(output)
    })
  },
}

async function interruptStart(env, signal) {
  const child = spawn(process.execPath, [START], {
    env: { NODE_ENV: 'production', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  try {
    await until(LIMIT_MS, async () =>
      /Waiting for a lock of the database that .*another program.* holds/.test(output),
    )
    child.kill(signal)
    const late = delay(STOP_LIMIT_MS, ['that took too long'], { ref: false })
    const [status] = await Promise.race([ended, late])
    if (status !== 0) throw new Error(`exit status ${status}: ${output}`)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}
