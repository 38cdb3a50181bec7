import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { GuardedPool } from './guarded-pool.server.ts'

export type Db = Omit<NodePgDatabase, '$client'>

export const MAX_CONNECTIONS = 10
const QUERY_TIMEOUT_MS = 30_000

export type Database = {
  db: Db
  pool: GuardedPool
  url: string
  close(): Promise<void>
}

export function openDatabase(url: string, onIdleError: (error: Error) => void): Database {
  const pool = new GuardedPool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: 5_000,
    statement_timeout: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    // Ends transactions of a stopped process, whose locks would block others.
    idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
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
 * Drizzle never releases a client whose `begin` failed, reuses one whose `rollback` failed, and reports the latter's
 * error instead of a lost connection.
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

let current: Database | undefined

export function setDatabase(database: Database | undefined): void {
  current = database
}

export function db(): Db {
  if (!current) throw new Error('No database is open')
  return current.db
}
