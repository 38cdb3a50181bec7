import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { DatabaseClient } from '#platform/database/client.server.ts'

const LOCK_FAMILY = 0x6d617374
/** Shared by the embedded database's users. */
export const USERS_LOCK = [LOCK_FAMILY, 1]
/** Exclusive to the server of a data folder. */
export const SERVER_LOCK = [LOCK_FAMILY, 2]
/** Exclusive while creating roles. */
export const ROLES_LOCK = [LOCK_FAMILY, 3]

export async function connect(url: string, applicationName: string): Promise<pg.Client> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 5000,
  })
  await client.connect()
  return client
}

/** Rejects if the connection was lost before a listener for its end was added. */
async function requireOpen(client: pg.Client): Promise<pg.Client> {
  await client.query('select')
  return client
}

interface PersistentSession {
  /** Undefined if the connection is lost. */
  release(): Promise<pg.Client | undefined>
}

/** @param reopen called when the connection is lost; has to reacquire locks */
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
      const opened = await reopen(signal)
        .then(requireOpen)
        .catch(() => undefined)
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
