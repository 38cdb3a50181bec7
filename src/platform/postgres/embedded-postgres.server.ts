import type pg from 'pg'
import { clusterUrl, ensureCluster } from './cluster.server.ts'
import { findPostgresHome } from './home.server.ts'
import { installedPostgres, type PostgresInstallation } from './installation.server.ts'
import { joinServer } from './join.server.ts'
import { SITE_SETTINGS, stopPostmaster, THROWAWAY_SETTINGS } from './postmaster.server.ts'
import { keepSession, USERS_LOCK } from './session.server.ts'

/** A PostgreSQL that belongs to a data folder and runs while some process of Masthead uses it. */
export interface EmbeddedPostgres {
  /** Connection URL of the database `masthead`. */
  url: string
  /** True if the server ran already: another process uses it, or one that was killed has left it. */
  adopted: boolean
  /** Ends our use. The last user stops the server; end all other connections first, since stopping cuts them. */
  close(): Promise<void>
}

interface Options {
  dataDir: string
  /** Told, a line at a time, what the user should know. */
  log: (line: string) => void
  /** Where root keeps what PostgreSQL's user could not reach otherwise. */
  stageRoot?: string
  installation?: PostgresInstallation
  /** For tests: fast, and lost if the machine stops. */
  throwaway?: boolean
}

/**
 * Opens the PostgreSQL of a data folder: makes it where there is none, starts it where it does not run, and joins it
 * where it does. Any number of processes may hold it open at once. Should the server die while it is open, it is
 * started again on the same port.
 *
 * @throws {StartupError} where the user has something to put right.
 */
export async function openEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { stageRoot = '/var/lib/masthead', installation = installedPostgres(), throwaway = false } = options
  const home = await findPostgresHome({ ...options, stageRoot, installation })
  const cluster = await ensureCluster(home, { durable: !throwaway })
  const settings = throwaway ? THROWAWAY_SETTINGS : SITE_SETTINGS

  let server = await joinServer(cluster, settings)
  const { adopted } = server
  const url = clusterUrl(cluster, server.port)
  const session = keepSession(server.client, async (signal) => {
    options.log('The connection to the database was lost.')
    server = await joinServer(cluster, settings, signal)
    options.log(
      clusterUrl(cluster, server.port) === url
        ? 'The database is back.'
        : 'The database is back at another port: restart Masthead.',
    )
    return server.client
  })

  async function close(): Promise<void> {
    const client = await session.release()
    if (!client) return
    const isLast = await leave(client).catch(() => false)
    if (isLast) await stopPostmaster(server.pid, cluster.directory)
    await client.end().catch(() => {})
  }

  let closing: Promise<void> | undefined
  return {
    url,
    adopted,
    close() {
      closing ??= close()
      return closing
    },
  }
}

/**
 * Stops being a user of the server. True if there is no other; whoever comes now then waits until the server stops.
 * Letting go comes first, so that of two who leave at once one is the last.
 */
async function leave(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1, $2)', USERS_LOCK)
  const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as last', USERS_LOCK)
  return rows[0].last
}
