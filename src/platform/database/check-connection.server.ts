import { randomUUID } from 'node:crypto'
import { StartupError } from '#platform/errors/startup-error.ts'
import { DatabaseClient, WITHOUT_SESSION } from './client.server.ts'
import { MAX_CONNECTIONS } from './db.server.ts'
import { beforeDeadline, NoResponseError } from './response-deadline.ts'

export const MIN_POSTGRES_MAJOR = 15
const CONNECTION_TIMEOUT_MS = 10_000
const NOTIFICATION_TIMEOUT_MS = 5_000

/** The variable that contains the address, for messages. */
export type UrlVariable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'MIGRATION_DATABASE_URL'

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
  let client: DatabaseClient | undefined
  let other: DatabaseClient | undefined
  try {
    // Reads the files of certificates.
    client = new DatabaseClient(options)
    other = new DatabaseClient(options)
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
    await Promise.all([client?.end(), other?.end()])
  }
}

/**
 * Checks an address that may lead through a pooler in transaction mode.
 *
 * @param directUrl the direct address of the same database, which `checkConnection` has accepted
 * @throws {StartupError} if it cannot be reached, or leads to another database
 */
export async function checkPooledConnection(url: string, directUrl: string): Promise<void> {
  const identities = await Promise.all([
    identify(url, 'DATABASE_URL'),
    identify(directUrl, 'DATABASE_DIRECT_URL'),
  ])
  if (identities[0] !== identities[1])
    throw new StartupError(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Set DATABASE_DIRECT_URL to the server and the database that the pooler of DATABASE_URL uses.',
    )
}

/** Returns a text that identifies the server, by the time of its start, and the database. */
async function identify(url: string, variable: UrlVariable): Promise<string> {
  try {
    const client = new DatabaseClient({
      connectionString: url,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      query_timeout: CONNECTION_TIMEOUT_MS,
      application_name: 'masthead check',
      ...WITHOUT_SESSION,
    })
    try {
      await client.connect()
      const { rows } = await client.query<{ identity: string }>(
        `select concat(current_database(), extract(epoch from pg_postmaster_start_time())) as identity`,
      )
      return rows[0]?.identity ?? ''
    } finally {
      await client.end()
    }
  } catch (error) {
    throw new StartupError(describeConnectionError(url, variable, error as Error))
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
  return `The database at ${where} is reached through a connection pooler in transaction mode, such as PgBouncer or Supavisor. Notifications of changes do not arrive through it, so readers would get outdated pages, and locks are never released. Set ${directVariable(variable)} to the direct address of PostgreSQL (the pooler uses ${direct}), or set the pooler to session mode.`
}

/** Returns the variable for the address without the pooler. */
function directVariable(variable: UrlVariable): UrlVariable {
  return variable === 'DATABASE_URL' ? 'DATABASE_DIRECT_URL' : variable
}

type Explanation = [pattern: RegExp, fix: (variable: UrlVariable) => string]

/** Patterns of messages and codes. */
const EXPLANATIONS: Explanation[] = [
  [
    // PgBouncer rejects parameters that it cannot keep for each client.
    /unsupported startup parameter/,
    (variable) =>
      `This is the message of the connection pooler PgBouncer. Set ${directVariable(variable)} to the direct address of PostgreSQL. With PgBouncer in session mode, set ignore_startup_parameters to "options, statement_timeout, idle_in_transaction_session_timeout" instead.`,
  ],
  [
    /CERT|certificate|altnames|UNABLE_TO_VERIFY/,
    (variable) =>
      `Its certificate cannot be verified. Add sslrootcert=/path/of/ca.pem, the certificate of your provider, to ${variable}. With sslmode=no-verify, any certificate is accepted, which does not protect from attackers in the network.`,
  ],
  [/no such file or directory, open/, (variable) => `Check the paths of certificates in ${variable}.`],
  [
    /does not support SSL/,
    (variable) => `Turn on TLS in PostgreSQL, or use sslmode=disable in ${variable} on a private network.`,
  ],
  [
    /no encryption|SSL required|SSL off|sslmode/i,
    (variable) => `The server requires TLS: add sslmode=verify-full to ${variable}.`,
  ],
  [
    /^53300|too many (?:clients|connections)|connection slots/,
    () =>
      'All its connections are in use. Close others, or increase max_connections of PostgreSQL or the limit of the role. Masthead uses up to 11 connections for each worker, and 7 more.',
  ],
  [
    /^(?:28P01|28000)|password authentication failed/,
    (variable) => `Check the user and the password in ${variable}.`,
  ],
  [/^3D000/, (variable) => `Create the database, or check its name in ${variable}.`],
]

export function describeConnectionError(
  url: string,
  variable: UrlVariable,
  error: Error & { code?: string },
): string {
  const { code = '', message } = error
  const failed = `The database at ${describeAddress(url, variable)} cannot be reached (${message || code}).`
  const [, explain] = EXPLANATIONS.find(([pattern]) => pattern.test(code) || pattern.test(message)) ?? []
  return `${failed} ${explain?.(variable) ?? `Check ${variable} and that PostgreSQL is running.`}`
}

/** Without the password. The folder of a socket is a parameter. */
function describeAddress(url: string, variable: UrlVariable): string {
  if (!URL.canParse(url)) return `the address in ${variable}`
  const { hostname, port, pathname, searchParams } = new URL(url)
  const host = hostname || (searchParams.get('host') ?? '')
  return port || pathname ? `${host}:${port || 5432}${pathname}` : `the address in ${variable}`
}

/** A worker has a pool and a monitor. Through a pooler, these are not connections to PostgreSQL. */
const CONNECTIONS_PER_WORKER = MAX_CONNECTIONS + 1
/** The registration of the site, notifications, locks and backups. */
const DIRECT_CONNECTIONS = 4
/** The pool of the scheduled jobs. */
const JOB_CONNECTIONS = 3

export const CONNECTION_SHORTAGE_FIX =
  'Increase max_connections of PostgreSQL or the limit of the role, or set WORKERS to a lower number.'

/** Describes a limit of connections that the site may reach; undefined if there are enough. */
export async function findConnectionShortage(
  client: { query: (text: string) => Promise<{ rows: unknown[] }>; keepsSessions: boolean },
  workers: number,
): Promise<string | undefined> {
  const { rows } = await client.query(`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as allowed`)
  const { allowed } = rows[0] as { allowed: number }
  const pooled = client.keepsSessions ? workers * CONNECTIONS_PER_WORKER + JOB_CONNECTIONS : 0
  const needed = pooled + DIRECT_CONNECTIONS
  if (allowed >= needed) return undefined
  return `PostgreSQL allows ${allowed} connections, and this site uses up to ${needed}: pages respond with status 503 when there are too few`
}
