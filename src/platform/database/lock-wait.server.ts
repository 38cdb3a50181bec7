import type pg from 'pg'
import { log } from '#platform/process/log.server.ts'
import { DatabaseClient } from './client.server.ts'

/** Most locks are held for less time. */
const REPORT_AFTER_MS = 2_000
const CHECK_INTERVAL_MS = 250

export type ReportLockWait = (message: string) => void

const warn: ReportLockWait = (message) => log().warn(message)

type Holder = { pid: number; name: string; address: string | null }

/**
 * Runs `work` on the client, and after two seconds reports the sessions that hold the locks it waits for.
 *
 * @param url of the client's database, for a second connection
 */
export async function reportLockWait<T>(
  client: pg.ClientBase,
  url: string,
  work: () => Promise<T>,
  report: ReportLockWait = warn,
): Promise<T> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const watching = new AbortController()
  const timer = setTimeout(() => {
    void watch(url, rows[0]?.pid ?? 0, report, watching.signal)
  }, REPORT_AFTER_MS).unref()
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    watching.abort()
  }
}

/** Reports each group of holders once. The report is only advice, so errors are ignored. */
async function watch(url: string, pid: number, report: ReportLockWait, signal: AbortSignal): Promise<void> {
  const observer = new DatabaseClient({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'masthead observer',
  })
  const end = () => void observer.end().catch(() => {})
  let timer: NodeJS.Timeout | undefined
  let reported = ''
  const check = async () => {
    const { rows } = await observer.query<Holder>(
      `select pid, application_name as name, host(client_addr) as address
       from pg_stat_activity where pid = any(pg_blocking_pids($1)) order by pid`,
      [pid],
    )
    const pids = rows.map((row) => row.pid).join()
    if (rows.length > 0 && pids !== reported && !signal.aborted) {
      reported = pids
      report(`Waiting for a lock of the database that ${rows.map(describeHolder).join(' and ')} holds`)
    }
    if (!signal.aborted) timer = setTimeout(() => check().catch(end), CHECK_INTERVAL_MS).unref()
  }
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    end()
  })
  try {
    await observer.connect()
    if (signal.aborted) end()
    else await check()
  } catch {
    end()
  }
}

/** Such as `process 4711 of PostgreSQL ("psql", from 10.0.0.5)`. */
export function describeHolder({ pid, name, address }: Holder): string {
  const details = [name && `"${name}"`, address && `from ${address}`].filter(Boolean).join(', ')
  return `process ${pid} of PostgreSQL${details && ` (${details})`}`
}
