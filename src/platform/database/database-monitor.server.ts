import pg from 'pg'
import { DatabaseClient } from './client.server.ts'
import { beforeDeadline, NoResponseError } from './response-deadline.ts'

const INTERVAL_MS = 500
/** Together with the interval, at most the two seconds that renders wait. */
const TIMEOUT_MS = 1_500

export interface DatabaseMonitor {
  readonly isAvailable: boolean
  /** Checks now, unless the database is known not to respond. */
  check(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Checks on a separate connection, twice per second, whether the database responds. Does not wait for the first check.
 *
 * @param onChange called when the result changes; at first, the database counts as available
 * @param countOtherResponses counts responses on other connections: on a machine under load, a single one can be late
 */
export function monitorDatabase(
  url: string,
  onChange: (isAvailable: boolean) => void,
  countOtherResponses?: () => number,
): DatabaseMonitor {
  let client: DatabaseClient | undefined
  let running: Promise<boolean> | undefined
  let timer: NodeJS.Timeout | undefined
  let isAvailable = true
  let isClosed = false

  async function connect(): Promise<DatabaseClient> {
    const next = new DatabaseClient({ connectionString: url, application_name: 'masthead monitor' })
    client = next
    await next.connect()
    next.once('end', () => {
      if (client !== next) return
      client = undefined
      if (!isClosed) void check()
    })
    return next
  }

  async function probe(): Promise<boolean> {
    const isReused = client !== undefined
    try {
      const response = (async () => (client ?? (await connect())).query('select 1'))()
      await beforeDeadline(response, TIMEOUT_MS, countOtherResponses)
      return true
    } catch (error) {
      disconnect()
      if (isResponse(error)) return true
      // The connection may have been closed, for example by an administrator.
      return isReused && !(error instanceof NoResponseError) ? probe() : false
    }
  }

  function disconnect(): void {
    const lost = client
    client = undefined
    lost?.connection.stream.destroy()
  }

  function check(): Promise<boolean> {
    running ??= probe()
      .then((responds) => {
        if (isClosed) return isAvailable
        if (responds !== isAvailable) {
          isAvailable = responds
          onChange(responds)
        }
        return responds
      })
      .finally(() => {
        running = undefined
        clearTimeout(timer)
        if (!isClosed) timer = setTimeout(check, INTERVAL_MS).unref()
      })
    return running
  }

  void check()
  return {
    get isAvailable() {
      return isAvailable
    },
    check: async () => isAvailable && check(),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
      await client?.end()
    },
  }
}

/** SQLSTATE class 57P (operator intervention) means starting or stopping. Other errors are responses. */
function isResponse(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !error.code?.startsWith('57P')
}
