import { hostname } from 'node:os'
import type pg from 'pg'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { describeHolder, type ReportLockWait, reportLockWait } from '#platform/database/lock-wait.server.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { connect, persistSession } from './session.server.ts'

/** For the session of a process that has just stopped. */
const STOPPING_TIMEOUT_MS = 1_000
/** SQLSTATE 55P03 (PostgreSQL, appendix A). */
const LOCK_NOT_AVAILABLE = '55P03'
const MAX_NAME_LENGTH = 63

/**
 * Registers this process as a user of the database with a shared advisory lock. Waits while the database is replaced.
 * A lost session is opened again.
 */
export async function openSiteSession(
  url: string,
  report?: ReportLockWait,
): Promise<{ close(): Promise<void> }> {
  const name = `masthead, process ${process.pid} on ${hostname()}`.slice(0, MAX_NAME_LENGTH)
  const open = async (signal?: AbortSignal) => {
    const client = await connect(url, name)
    signal?.addEventListener('abort', () => void client.end().catch(() => {}), { once: true })
    try {
      const lock = () => client.query('select pg_advisory_lock_shared($1)', [LOCK_KEYS.useSite])
      await reportLockWait(client, url, lock, report)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
  }
  const session = persistSession(await open(), open)
  return {
    async close() {
      const client = await session.release()
      await client?.end().catch(() => {})
    },
  }
}

/**
 * Keeps other processes from using the database until the session of `client` ends.
 *
 * @throws {StartupError} if a process uses it
 */
export async function lockUnusedSite(client: pg.ClientBase): Promise<void> {
  await client.query(`set lock_timeout = ${STOPPING_TIMEOUT_MS}`)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEYS.useSite])
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new StartupError(
      `Masthead is running on this database: ${await describeUsers(client)}. Stop all its processes first.`,
    )
  }
  await client.query('set lock_timeout = 0')
}

async function describeUsers(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query(
    `select pid, application_name as name, host(client_addr) as address
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
       and classid = 0 and objid = $1 and objsubid = 1 and granted
     order by pid`,
    [LOCK_KEYS.useSite],
  )
  return rows.map(describeHolder).join(' and ')
}
