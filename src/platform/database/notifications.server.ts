import pg from 'pg'
import { DatabaseClient } from './client.server.ts'
import { beforeDeadline } from './response-deadline.ts'

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 2_000
/** With the timeout, a silently lost connection is replaced within 5 seconds, even under load. */
const HEARTBEAT_MS = 1_500
const TIMEOUT_MS = 2_000
/** With a render, pages are less than a second older than their data. */
const DISCONNECTED_INTERVAL_MS = 500

export type NotificationListener = { close(): Promise<void>; readonly connected: boolean }

/**
 * Reconnects; each connection starts with `onGap`.
 *
 * @param handlers.onDisconnected called when the connection is lost, and at intervals until the next one
 * @throws when the first connection fails
 */
export async function listenForNotifications(
  url: string,
  channel: string,
  handlers: {
    onNotification(payload: string): void
    onGap(): void
    onDisconnected(): void
    onError(error: Error): void
  },
): Promise<NotificationListener> {
  let client: DatabaseClient | undefined
  let timer: NodeJS.Timeout | undefined
  let reminder: NodeJS.Timeout | undefined
  let closed = false
  let connected = false
  let retryMs = FIRST_RETRY_MS

  async function connect(): Promise<void> {
    const next = new DatabaseClient({
      connectionString: url,
      application_name: 'masthead live',
      connectionTimeoutMillis: TIMEOUT_MS,
    })
    client = next
    next.on('error', (error) => onLost(next, error))
    next.on('end', () => onLost(next, new Error('The connection ended')))
    next.on('notification', ({ payload }) => handlers.onNotification(payload ?? ''))
    await next.connect()
    await beforeDeadline(next.query(`listen ${pg.escapeIdentifier(channel)}`), TIMEOUT_MS)
    if (closed) return void next.end().catch(() => {})
    connected = true
    clearInterval(reminder)
    retryMs = FIRST_RETRY_MS
    handlers.onGap()
    sendHeartbeat(next)
  }

  function sendHeartbeat(current: DatabaseClient): void {
    timer = setTimeout(() => {
      beforeDeadline(current.query('select 1'), TIMEOUT_MS).then(
        () => client === current && !closed && sendHeartbeat(current),
        (error) => onLost(current, error),
      )
    }, HEARTBEAT_MS)
    timer.unref()
  }

  function onLost(lost: DatabaseClient, error: Error): void {
    if (closed || client !== lost) return
    client = undefined
    if (connected) {
      handlers.onError(error)
      handlers.onDisconnected()
      reminder = setInterval(handlers.onDisconnected, DISCONNECTED_INTERVAL_MS).unref()
    }
    connected = false
    lost.connection.stream.destroy()
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!closed) connect().catch((again) => client && onLost(client, again))
    }, retryMs)
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
  }

  try {
    await connect()
  } catch (error) {
    closed = true
    clearTimeout(timer)
    throw error
  }
  return {
    get connected() {
      return connected
    },
    async close() {
      closed = true
      connected = false
      clearInterval(reminder)
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
