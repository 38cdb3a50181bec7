import { setTimeout as delay } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { projectFile } from './project-file.server.ts'
import { StartupError } from './startup-error.ts'

/** A connection to the database, or a transaction on one: what every feature's SQL takes. */
export type Db = Omit<NodePgDatabase, '$client'>

/** Any constant will do, as long as every process of one database uses the same. */
const MIGRATION_LOCK = 7_267_501

export type Database = {
  db: Db
  pool: pg.Pool
  url: string
  close(): Promise<void>
}

/**
 * Opens a pool. It connects at first use. A connection that breaks while idle is dropped without a crash; the next
 * query opens another.
 */
export function openDatabase(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    application_name: 'masthead',
    keepAlive: true,
  })
  pool.on('error', onIdleError)
  return { db: drizzle({ client: pool }), pool, url, close: () => pool.end() }
}

/**
 * Brings the schema up to date. Processes that start together wait for each other on an advisory lock.
 * @throws StartupError when the database cannot be reached
 */
export async function migrateDatabase(url: string, folder = projectFile('migrations')): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new StartupError(unreachable(url, error as Error))
  }
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client }), { migrationsFolder: folder })
  } finally {
    await client.end()
  }
}

function unreachable(url: string, error: Error & { code?: string }): string {
  const { hostname, port, pathname } = new URL(url)
  const where = `${hostname}:${port || 5432}${pathname}`
  return `The database at ${where} cannot be reached (${error.message || error.code}). Check DATABASE_URL and that PostgreSQL is running.`
}

/** Whether the database does not answer within a second and a half. */
export async function isUnreachable({ pool }: Database): Promise<boolean> {
  const late = delay(1_500, true, { ref: false })
  const asked = pool.query('select 1').then(
    () => false,
    () => true,
  )
  return Promise.race([asked, late])
}

let current: Database | undefined

/** Makes `database` the one that server functions use; called once by the process's entry point. */
export function setDatabase(database: Database | undefined): void {
  current = database
}

/** The process's database. @throws when none was opened */
export function db(): Db {
  if (!current) throw new Error('No database is open')
  return current.db
}
