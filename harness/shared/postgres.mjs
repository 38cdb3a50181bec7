import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbeddedPostgres } from '#platform/postgres/embedded-postgres.server.ts'

/** Creates a temporary folder. @param {AsyncDisposableStack} closing */
export async function makeFolder(closing) {
  const folder = await mkdtemp(join(tmpdir(), 'masthead-harness-'))
  closing.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  return folder
}

/** Connects to a database. Faults may end the connection. */
export async function connectTo(url, closing) {
  const client = new pg.Client({ connectionString: url, application_name: 'another program' })
  client.on('error', () => {})
  await client.connect()
  closing?.defer(() => client.end().catch(() => {}))
  return client
}

/**
 * Starts a PostgreSQL in a temporary folder and connects to it.
 *
 * @param {AsyncDisposableStack} closing
 * @param {{ throwaway?: boolean }} [options] `throwaway`: faster, but loses data if PostgreSQL itself is killed
 */
export async function startPostgres(closing, { throwaway = true } = {}) {
  const folder = await makeFolder(closing)
  const { ownerUrl: url, close } = await openEmbeddedPostgres({
    dataDir: folder,
    log: () => {},
    throwaway,
  })
  closing.defer(close)
  const client = await connectTo(url, closing)
  return { folder, url, client, sql: async (text, values) => (await client.query(text, values)).rows }
}
