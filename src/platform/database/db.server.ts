import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { projectFile } from '#platform/project-file.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { DatabaseClient } from './client.server.ts'
import { GuardedPool } from './guarded-pool.server.ts'
import { LOCK_KEYS } from './lock-keys.ts'

export type Db = Omit<NodePgDatabase, '$client'>

export const MAX_CONNECTIONS = 10
const QUERY_TIMEOUT_MS = 30_000
/** SQLSTATE 42501 (PostgreSQL, appendix A). */
const INSUFFICIENT_PRIVILEGE = '42501'
/** In the format of `server_version_num`. */
const MIN_SERVER_VERSION = 150_000

export type Database = {
  db: Db
  pool: GuardedPool
  url: string
  close(): Promise<void>
}

/** Opens a connection pool, which replaces broken idle connections. */
export function openDatabase(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new GuardedPool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    statement_timeout: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: 'masthead',
  })
  let closing = false
  pool.on('error', (error) => closing || onIdleError(error))
  const close = () => {
    closing = true
    return pool.end()
  }
  const db = Object.assign(drizzle({ client: pool }), { transaction: transactionOn(pool) })
  return { db, pool, url, close }
}

/**
 * Drizzle's transactions on a pool never return a client whose `begin` failed, and return one whose `rollback` failed.
 * They also replace the error of a lost connection with that of its `rollback`.
 */
function transactionOn(pool: pg.Pool): Db['transaction'] {
  return async (work, config) => {
    const client = await pool.connect()
    let failure: { error: unknown } | undefined
    try {
      return await drizzle({ client }).transaction(async (tx) => {
        try {
          return await work(tx)
        } catch (error) {
          failure = { error }
          throw error
        }
      }, config)
    } catch (error) {
      throw failure ? failure.error : error
    } finally {
      const isReusable = client.getTransactionStatus() === 'I'
      client.release(!isReusable)
    }
  }
}

/**
 * Migrates the schema, one process at a time.
 * @throws StartupError when the database is unreachable or too old, or its role lacks privileges
 */
export async function migrateDatabase(url: string, folder = projectFile('migrations')): Promise<void> {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
  } catch (error) {
    throw new StartupError(unreachable(url, error as Error))
  }
  try {
    const { rows } = await client.query(`select current_setting('server_version_num')::int as version`)
    if (rows[0].version < MIN_SERVER_VERSION)
      throw new StartupError('Masthead needs PostgreSQL 15 or later. Check DATABASE_URL.')
    await client.query('select pg_advisory_lock($1)', [LOCK_KEYS.migrate])
    await migrate(drizzle({ client }), { migrationsFolder: folder })
  } catch (error) {
    const { code } = ((error as Error).cause ?? error) as { code?: string }
    if (code !== INSUFFICIENT_PRIVILEGE) throw error
    throw new StartupError(
      'The role in DATABASE_URL lacks the privilege to create tables and extensions. Grant it, or use the owner of the database.',
    )
  } finally {
    await client.end()
  }
}

function unreachable(url: string, error: Error & { code?: string }): string {
  const { hostname, port, pathname } = URL.canParse(url)
    ? new URL(url)
    : { hostname: url, port: '', pathname: '' }
  const where = port || pathname ? `${hostname}:${port || 5432}${pathname}` : 'the address in DATABASE_URL'
  return `The database at ${where} cannot be reached (${error.message || error.code}). Check DATABASE_URL and that PostgreSQL is running.`
}

let current: Database | undefined

export function setDatabase(database: Database | undefined): void {
  current = database
}

/** @throws when no database is open */
export function db(): Db {
  if (!current) throw new Error('No database is open')
  return current.db
}
