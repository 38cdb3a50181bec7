import type pg from 'pg'
import { clusterUrl, ensureCluster } from './cluster.server.ts'
import { findPostgresHome } from './home.server.ts'
import { installedPostgres, type PostgresInstallation } from './installation.server.ts'
import { joinServer } from './join.server.ts'
import { SITE_SETTINGS, stopPostmaster, THROWAWAY_SETTINGS } from './postmaster.server.ts'
import { persistSession, USERS_LOCK } from './session.server.ts'

/** A running PostgreSQL of a data folder. */
export interface EmbeddedPostgres {
  url: string
  /** Whether the server was already running. */
  adopted: boolean
  /** Releases the server; the last user stops it, which drops other connections. */
  close(): Promise<void>
}

interface Options {
  dataDir: string
  /** Receives messages for the operator. */
  log: (line: string) => void
  /** Where root stores files that PostgreSQL's user could not reach otherwise. */
  stageRoot?: string
  installation?: PostgresInstallation
  /** For tests: fast, but not durable. */
  throwaway?: boolean
}

/**
 * Creates, starts or joins the PostgreSQL of a data folder, which several processes can share. Restarts the server on
 * the same port if it dies.
 *
 * @throws {StartupError} for problems that the operator can fix
 */
export async function openEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { stageRoot = '/var/lib/masthead', installation = installedPostgres(), throwaway = false } = options
  const home = await findPostgresHome({ ...options, stageRoot, installation })
  const cluster = await ensureCluster(home, { durable: !throwaway })
  const settings = throwaway ? THROWAWAY_SETTINGS : SITE_SETTINGS

  let server = await joinServer(cluster, settings)
  const { adopted } = server
  const url = clusterUrl(cluster, server.port)
  const session = persistSession(server.client, async (signal) => {
    options.log('The connection to the database was lost.')
    server = await joinServer(cluster, settings, signal)
    options.log(
      clusterUrl(cluster, server.port) === url
        ? 'The database connection was restored.'
        : 'The database was restarted on another port: restart Masthead.',
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
 * Deregisters this process. True if it was the last user; new users then wait until the server has stopped. The shared
 * lock is released first, so that one of two processes that leave at once is the last.
 */
async function leave(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1, $2)', USERS_LOCK)
  const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as last', USERS_LOCK)
  return rows[0].last
}
