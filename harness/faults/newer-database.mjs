import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startMasthead } from '../../e2e/fixtures/masthead-server.ts'
import { openEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.server.ts'
import { runMasthead } from './run-masthead.mjs'

const NEWER_VERSIONS = ['9.4.1', null]
const COMMANDS = [['doctor'], ['feeds', 'list'], ['backup', '--to', '/dev/null'], ['fetch-news']]

/**
 * Starts the server and commands on a database that a newer version has migrated. Each ends with a message that names
 * the version, and changes nothing.
 *
 * @type {import('./run-class.mjs').FaultClass}
 */
export const newerDatabase = {
  name: 'newer-database',
  title: 'starts on the database of a newer version',
  limitSeconds: 240,
  async run({ attempt }) {
    await using closing = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'masthead-faults-'))
    closing.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
    const postgres = await openEmbeddedPostgres({ dataDir: join(folder, 'database'), log: () => {} })
    closing.defer(() => postgres.close())
    const env = { DATABASE_URL: postgres.ownerUrl }
    await (await startMasthead(env))[Symbol.asyncDispose]()
    const client = new pg.Client({ connectionString: postgres.ownerUrl })
    await client.connect()
    closing.defer(() => client.end())
    for (const version of NEWER_VERSIONS) {
      const expected = `Masthead ${version ?? 'of a later version'} has applied 1 migration that this version`
      const check = (output) => {
        if (!output.includes(expected)) throw new Error(`It does not name the version: ${output}`)
      }
      await client.query(
        `insert into drizzle.__drizzle_migrations (hash, created_at, release) values ('newer', 9e14::bigint, $1)`,
        [version],
      )
      for (const WORKERS of ['1', '2'])
        await attempt(`start with WORKERS=${WORKERS}, ${version}`, async () => {
          const failure = await startMasthead({ ...env, WORKERS }).then(
            (server) => server[Symbol.asyncDispose](),
            (error) => error.message,
          )
          check(failure ?? 'It started')
        })
      for (const argv of COMMANDS)
        await attempt(`${argv.join(' ')}, ${version}`, async () => {
          const { status, output } = await runMasthead(argv, {
            env: { ...env, DATA_DIR: join(folder, 'data') },
          })
          if (status !== 1) throw new Error(`exit status ${status}`)
          check(output)
        })
      await client.query(`delete from drizzle.__drizzle_migrations where hash = 'newer'`)
    }
    await attempt('start of the version that the database belongs to', async () => {
      await (await startMasthead(env))[Symbol.asyncDispose]()
    })
  },
}
