import { startMasthead } from '../../e2e/fixtures/masthead-server.ts'
import { startPostgres } from '../shared/postgres.mjs'
import { runMasthead } from '../shared/run-masthead.mjs'
import { startFailure } from './start-failure.mjs'

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
    const { url, folder, sql } = await startPostgres(closing)
    const env = { DATABASE_URL: url, DATA_DIR: folder }
    await (await startMasthead(env))[Symbol.asyncDispose]()
    for (const version of NEWER_VERSIONS) {
      const expected = `Masthead ${version ?? 'of a later version'} has applied 1 migration that this version`
      const check = (output) => {
        if (!output?.includes(expected)) throw new Error(`It does not name the version: ${output}`)
      }
      await sql(
        `insert into drizzle.__drizzle_migrations (hash, created_at, release) values ('newer', 9e14::bigint, $1)`,
        [version],
      )
      for (const WORKERS of ['1', '2'])
        await attempt(`start with WORKERS=${WORKERS}, ${version}`, async () =>
          check(await startFailure({ ...env, WORKERS })),
        )
      for (const argv of COMMANDS)
        await attempt(`${argv.join(' ')}, ${version}`, async () => {
          const { status, output } = await runMasthead(argv, { env })
          if (status !== 1) throw new Error(`exit status ${status}`)
          check(output)
        })
      await sql(`delete from drizzle.__drizzle_migrations where hash = 'newer'`)
    }
    await attempt('start of the version that the database belongs to', async () => {
      const failure = await startFailure(env)
      if (failure) throw new Error(failure)
    })
  },
}
