import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** First of the two keys of the advisory locks by which the processes of a data folder agree. */
const LOCK_FAMILY = 0x6d617374
/** Held shared by every process that uses the embedded database: the last one to let go stops it. */
export const USERS_LOCK = [LOCK_FAMILY, 1]
/** Held by the one server of a data folder. */
export const SERVER_LOCK = [LOCK_FAMILY, 2]

/** Connects; the client's later loss of the connection is no uncaught error, but its event `end`. */
export async function connect(url: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** A database session that lives as long as its process wants it, whatever becomes of the connection. */
interface KeptSession {
  /** Gives the session up. Answers its client, still connected, unless the connection is away just now. */
  release(): Promise<pg.Client | undefined>
}

/**
 * Keeps a session: when the connection of `client` is lost, `reopen` is called until it makes another, with the locks
 * that the session is for.
 */
export function keepSession(
  client: pg.Client,
  reopen: (signal: AbortSignal) => Promise<pg.Client>,
): KeptSession {
  const released = new AbortController()
  const { signal } = released
  let current: pg.Client | undefined
  let reopening: Promise<void> | undefined

  function keep(opened: pg.Client) {
    current = opened
    opened.once('end', () => {
      current = undefined
      if (!signal.aborted) reopening = reopenUntilKept()
    })
  }

  async function reopenUntilKept() {
    while (!signal.aborted && !current) {
      const opened = await reopen(signal).catch(() => undefined)
      if (opened) keep(opened)
      else await delay(500, undefined, { ref: false, signal }).catch(() => {})
    }
  }

  keep(client)
  return {
    async release() {
      released.abort()
      await reopening
      return current
    },
  }
}
