import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { clusterUrl, ensureCluster, roleUrl } from './cluster.server.ts'
import { findPostgresHome } from './home.server.ts'
import { installedPostgres, type PostgresInstallation } from './installation.server.ts'
import { joinServer } from './join.server.ts'
import { isPostmaster, readPidFile } from './pid-file.server.ts'
import { NON_DURABLE_SETTINGS, SITE_SETTINGS, signalPostmaster, stopPostmaster } from './postmaster.server.ts'
import { persistSession, ROLES_LOCK, USERS_LOCK } from './session.server.ts'

export interface EmbeddedPostgres {
  /** The role of the running site. */
  url: string
  /** The role for migrations. */
  ownerUrl: string
  /** The server was already running. */
  adopted: boolean
  /** The last user stops the server. */
  close(): Promise<void>
}

const SHUTDOWN_CHECK_MS = 1_000

interface Options {
  dataDir: string
  log: (line: string) => void
  /** See `findPostgresHome`. */
  stageRoot?: string
  installation?: PostgresInstallation
  /** For tests: fast, but not durable. */
  throwaway?: boolean
}

/**
 * Processes can share it. Restarts it on the same port if it dies.
 *
 * @throws {StartupError} for problems that the operator can fix
 */
export async function openEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { stageRoot = '/var/lib/masthead', installation = installedPostgres(), throwaway = false } = options
  const home = await findPostgresHome({ ...options, stageRoot, installation })
  if (!existsSync(join(home.directory, 'PG_VERSION')))
    options.log(`Creating the database in ${home.directory}`)
  const cluster = await ensureCluster(home, { durable: !throwaway })
  const settings = throwaway ? NON_DURABLE_SETTINGS : SITE_SETTINGS

  let server = await joinServer(cluster, settings)
  const { adopted } = server
  const ownerUrl = clusterUrl(cluster, server.port)
  const login = applicationLogin(cluster.password)
  await ensureApplicationRole(server.client, login)
  const report = skipRepeated(options.log)
  const session = persistSession(server.client, async (signal) => {
    report('The connection to the database was lost.')
    try {
      server = await joinServer(cluster, settings, { port: server.port, signal })
    } catch (error) {
      if (!signal.aborted) report((error as Error).message)
      throw error
    }
    report(
      clusterUrl(cluster, server.port) === ownerUrl
        ? 'The database connection was restored.'
        : 'The database was restarted on another port: restart Masthead.',
    )
    return server.client
  })
  const watch = setInterval(() => finishSmartShutdown(cluster.directory, report), SHUTDOWN_CHECK_MS).unref()

  async function close(): Promise<void> {
    clearInterval(watch)
    const client = await session.release()
    if (!client) return
    const isLast = await leave(client).catch(() => false)
    if (isLast) await stopPostmaster(server.pid, cluster.directory)
    await client.end().catch(() => {})
  }

  let closing: Promise<void> | undefined
  return {
    url: roleUrl(login, server.port),
    ownerUrl,
    adopted,
    close() {
      closing ??= close()
      return closing
    },
  }
}

/**
 * After SIGTERM, PostgreSQL waits for connections, which Masthead never closes. A fast shutdown ends them, and the
 * server is restarted. While this process is a user, no other user stops the server.
 */
async function finishSmartShutdown(directory: string, report: (line: string) => void): Promise<void> {
  const file = await readPidFile(directory)
  if (!file?.isStopping || !(await isPostmaster(file.pid, directory))) return
  report('The database is shutting down: it will be restarted.')
  signalPostmaster(file.pid, 'SIGINT')
}

function skipRepeated(log: (line: string) => void): (line: string) => void {
  let last: string | undefined
  return (line) => {
    if (line !== last) log(line)
    last = line
  }
}

/**
 * Deregisters this process. True for the last user; new users then wait until the server has stopped. Releases the
 * shared lock first, so that one of two processes that leave at once is the last.
 */
async function leave(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1, $2)', USERS_LOCK)
  const { rows } = await client.query('select pg_try_advisory_lock($1, $2) as last', USERS_LOCK)
  return rows[0].last
}

/** It can change rows, but not the schema, other roles or files. */
const APPLICATION_ROLE = 'masthead_app'

interface Login {
  role: string
  password: string
}

/** @param ownerPassword of the superuser; cannot be derived from the result */
function applicationLogin(ownerPassword: string): Login {
  const password = createHmac('sha256', ownerPassword).update(APPLICATION_ROLE).digest('hex')
  return { role: APPLICATION_ROLE, password }
}

/** `grantAccess` grants the privileges. */
async function ensureApplicationRole(owner: pg.Client, { role, password }: Login): Promise<void> {
  await owner.query('select pg_advisory_lock($1, $2)', ROLES_LOCK)
  try {
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [role])
    if (rowCount === 0)
      await owner.query(
        `create role ${role} login nosuperuser nocreatedb nocreaterole noreplication password '${password}'`,
      )
  } finally {
    await owner.query('select pg_advisory_unlock($1, $2)', ROLES_LOCK)
  }
}
