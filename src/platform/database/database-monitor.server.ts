import pg from 'pg'
import { DatabaseClient, WITHOUT_SESSION } from './client.server.ts'
import { beforeDeadline, NoResponseError } from './response-deadline.ts'

const INTERVAL_MS = 500
/** With the interval, at most the two seconds that renders wait. */
const TIMEOUT_MS = 1_500
/** A network can lose a connection without closing it. */
const REPLACE_AFTER_MS = TIMEOUT_MS / 2

export interface DatabaseMonitor {
  readonly isAvailable: boolean
  /** Checks now, unless the database is known to be down. */
  check(): Promise<boolean>
  close(): Promise<void>
}

/**
 * Checks twice per second, on its own connection. At first, the database counts as available.
 *
 * @param countOtherResponses of other connections: under load, a single one can be late
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

  /** Returns nothing if the server responds with an error. */
  async function query(next: DatabaseClient, isNew: boolean): Promise<DatabaseClient | undefined> {
    try {
      if (isNew) {
        await next.connect()
        next.once('end', () => {
          if (client !== next) return
          client = undefined
          if (!isClosed) void check()
        })
      }
      await next.query('select 1')
      return next
    } catch (error) {
      if (isResponse(error)) return undefined
      throw error
    }
  }

  async function probe(): Promise<boolean> {
    const used = new Set<DatabaseClient>()
    let isOver = false

    /** Waits for the first response. If a connection does not respond, opens another. */
    async function respond(
      current: DatabaseClient | undefined,
      silenceMs: number,
    ): Promise<DatabaseClient | undefined> {
      const next =
        current ??
        // Any session will do.
        new DatabaseClient({
          connectionString: url,
          application_name: 'masthead monitor',
          ...WITHOUT_SESSION,
        })
      used.add(next)
      const response = query(next, !current)
      try {
        return await beforeDeadline(response, silenceMs)
      } catch (error) {
        // An administrator may have closed the connection.
        const isReplaceable = current || error instanceof NoResponseError
        if (isOver || !isReplaceable) throw error
        return Promise.any([response, respond(undefined, 2 * silenceMs)])
      }
    }

    try {
      client = await beforeDeadline(respond(client, REPLACE_AFTER_MS), TIMEOUT_MS, countOtherResponses)
      return true
    } catch {
      client = undefined
      return false
    } finally {
      isOver = true
      for (const one of used) if (one !== client) one.connection.stream.destroy()
    }
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

/** SQLSTATE class 57P (operator intervention) means starting or stopping. */
function isResponse(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !error.code?.startsWith('57P')
}
