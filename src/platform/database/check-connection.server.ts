import { randomUUID } from 'node:crypto'
import { StartupError } from '#platform/startup-error.ts'
import { DatabaseClient } from './client.server.ts'
import { beforeDeadline, NoResponseError } from './response-deadline.ts'

export const MIN_POSTGRES_MAJOR = 15
const CONNECTION_TIMEOUT_MS = 10_000
const NOTIFICATION_TIMEOUT_MS = 5_000

/** The variable that contains the address, for messages. */
export type UrlVariable = 'DATABASE_URL' | 'MIGRATION_DATABASE_URL'

/**
 * Checks that the database can be used: reachable, recent enough, writable, and without a pooler that loses
 * notifications and session locks.
 *
 * @throws {StartupError} which says how to fix the address or the server
 */
export async function checkConnection(url: string, variable: UrlVariable): Promise<void> {
  const options = {
    connectionString: url,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    application_name: 'masthead check',
  }
  const client = new DatabaseClient(options)
  const other = new DatabaseClient(options)
  try {
    await client.connect()
    const { rows } = await client.query<{ major: number; isReplica: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as major, pg_is_in_recovery() as "isReplica"`,
    )
    const [{ major = 0, isReplica = false } = {}] = rows
    if (major < MIN_POSTGRES_MAJOR)
      throw new StartupError(`Masthead needs PostgreSQL ${MIN_POSTGRES_MAJOR} or later. Check ${variable}.`)
    if (isReplica)
      throw new StartupError(
        `The database at ${describeAddress(url, variable)} is a replica, which cannot be changed. Set ${variable} to the address of the primary server.`,
      )
    await other.connect()
    const server = await findPooledServer(client, other)
    if (server) throw new StartupError(describePooler(url, variable, server))
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(describeConnectionError(url, variable, error as Error))
  } finally {
    await Promise.all([client.end(), other.end()])
  }
}

type Server = { address: string | null; port: number | null }

/**
 * A pooler in transaction mode runs the transactions of one client in different sessions of PostgreSQL, and those of
 * different clients in one. Notifications reach the client that happens to use the session, or none.
 *
 * @returns the server behind such a pooler
 */
async function findPooledServer(client: DatabaseClient, other: DatabaseClient): Promise<Server | undefined> {
  const channel = `masthead_check_${randomUUID().replaceAll('-', '')}`
  const arrived = Promise.withResolvers<void>()
  client.once('notification', () => arrived.resolve())
  const SESSION = 'pg_backend_pid() as pid, host(inet_server_addr()) as address, inet_server_port() as port'
  await client.query(`listen ${channel}`)
  const { rows: own } = await client.query(`select ${SESSION}`)
  const { rows: others } = await other.query(`select ${SESSION}, pg_notify('${channel}', '')`)
  if (own[0].pid === others[0].pid) return own[0]
  try {
    await beforeDeadline(arrived.promise, NOTIFICATION_TIMEOUT_MS)
  } catch (error) {
    if (error instanceof NoResponseError) return own[0]
    throw error
  }
}

function describePooler(url: string, variable: UrlVariable, { address, port }: Server): string {
  const where = describeAddress(url, variable)
  const direct = port
    ? `${address?.includes(':') ? `[${address}]` : address}:${port}`
    : 'a socket of its machine'
  return `The database at ${where} is reached through a connection pooler in transaction mode, such as PgBouncer or Supavisor. Notifications of changes do not arrive through it, so readers would get outdated pages, and locks are never released. Set ${variable} to the direct address of PostgreSQL (the pooler uses ${direct}), or set the pooler to session mode.`
}

/** PgBouncer rejects parameters that it cannot keep for each client. */
const REJECTED_PARAMETER = /unsupported startup parameter/

export function describeConnectionError(
  url: string,
  variable: UrlVariable,
  error: Error & { code?: string },
): string {
  const reason = error.message || error.code
  const failed = `The database at ${describeAddress(url, variable)} cannot be reached (${reason}).`
  if (REJECTED_PARAMETER.test(error.message))
    return `${failed} This is the message of the connection pooler PgBouncer. Set ${variable} to the direct address of PostgreSQL. With PgBouncer in session mode, set ignore_startup_parameters to "options, statement_timeout, idle_in_transaction_session_timeout" instead.`
  return `${failed} Check ${variable} and that PostgreSQL is running.`
}

/** Without the password. */
function describeAddress(url: string, variable: UrlVariable): string {
  const { hostname, port, pathname } = URL.canParse(url)
    ? new URL(url)
    : { hostname: url, port: '', pathname: '' }
  return port || pathname ? `${hostname}:${port || 5432}${pathname}` : `the address in ${variable}`
}
