import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { WITHOUT_SESSION } from './client.server.ts'
import { GuardedPool } from './guarded-pool.server.ts'

export type Db = Omit<NodePgDatabase, '$client'>

export const MAX_CONNECTIONS = 10
const QUERY_TIMEOUT_MS = 30_000

export type Database = {
  db: Db
  pool: GuardedPool
  /** May lead through a pooler in transaction mode. */
  url: string
  /** Leads to PostgreSQL itself, for what needs a session: notifications, advisory locks of processes, backups. */
  directUrl: string
  close(): Promise<void>
}

/** Startup parameters, which a pooler in transaction mode cannot keep for each client. */
const SESSION_PARAMETERS = {
  statement_timeout: QUERY_TIMEOUT_MS,
  // Ends transactions of a stopped process, whose locks would block others.
  idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
}

/** @param directUrl differs from `url` if that leads through a pooler in transaction mode */
export function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
  directUrl: string = url,
): Database {
  const pool = openPool(url, { keepsSessions: url === directUrl, name: 'masthead' })
  let closing = false
  pool.on('error', (error) => closing || onIdleError(error))
  const close = () => {
    closing = true
    return pool.end()
  }
  const transaction: Db['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      return await transactionOn(client, work, config)
    } finally {
      const isReusable = client.getTransactionStatus() === 'I'
      client.release(!isReusable)
    }
  }
  const db = Object.assign(drizzle({ client: pool }), { transaction })
  return { db, pool, url, directUrl, close }
}

/**
 * Runs a transaction. Drizzle alone never releases a client whose `begin` failed, reuses one whose `rollback` failed, and reports
 * the latter's error instead of a lost connection.
 */
export async function transactionOn<T>(
  client: pg.PoolClient,
  work: (tx: Tx) => Promise<T>,
  config?: Parameters<Db['transaction']>[1],
): Promise<T> {
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
  }
}

export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]

export function openPool(
  url: string,
  {
    keepsSessions,
    name,
    connectTimeoutMs = 5_000,
  }: { keepsSessions: boolean; name: string; connectTimeoutMs?: number },
): GuardedPool {
  return new GuardedPool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: QUERY_TIMEOUT_MS,
    application_name: name,
    keepsSessions,
    ...(keepsSessions ? SESSION_PARAMETERS : WITHOUT_SESSION),
  })
}

let current: Database | undefined
let findReadDatabase: () => Db | undefined = () => undefined

/** @param find returns the read replica if it should answer the query, as for reader pages */
export function setReadDatabase(find: () => Db | undefined): void {
  findReadDatabase = find
}

export function setDatabase(database: Database | undefined): void {
  current = database
}

export function db(): Db {
  if (!current) throw new Error('No database is open')
  return findReadDatabase() ?? current.db
}
