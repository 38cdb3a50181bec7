import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** First key of the advisory locks that coordinate the processes of a data folder. */
const LOCK_FAMILY = 0x6d617374
/** Held shared by every process that uses the embedded database; the last one stops the server. */
export const USERS_LOCK = [LOCK_FAMILY, 1]
/** Held by the process that serves a data folder. */
export const SERVER_LOCK = [LOCK_FAMILY, 2]

/** Connects. A connection that is lost later raises the event `end`, no uncaught error. */
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

/** A database session that is reopened whenever its connection is lost. */
interface PersistentSession {
  /** Ends the session. Resolves with its connected client, or undefined if the connection is lost at the moment. */
  release(): Promise<pg.Client | undefined>
}

/**
 * Keeps a session alive: when the connection of `client` is lost, calls `reopen` until it succeeds. `reopen` has to take
 * the session's locks again.
 */
export function persistSession(
  client: pg.Client,
  reopen: (signal: AbortSignal) => Promise<pg.Client>,
): PersistentSession {
  const released = new AbortController()
  const { signal } = released
  let current: pg.Client | undefined
  let reopening: Promise<void> | undefined

  function use(opened: pg.Client) {
    current = opened
    opened.once('end', () => {
      current = undefined
      if (!signal.aborted) reopening = reopenUntilConnected()
    })
  }

  async function reopenUntilConnected() {
    while (!signal.aborted && !current) {
      const opened = await reopen(signal).catch(() => undefined)
      if (opened) use(opened)
      else await delay(500, undefined, { ref: false, signal }).catch(() => {})
    }
  }

  use(client)
  return {
    async release() {
      released.abort()
      await reopening
      return current
    },
  }
}
