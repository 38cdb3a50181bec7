import pg from 'pg'
import * as z from 'zod'
import type { ChangeTag } from '#platform/pages/page-tags.server.ts'

/** The channel of the triggers in migrations/0001_live.sql and those after it. */
const CHANNEL = 'masthead_live'
const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000
/** A connection that died without a word is found out after this long. */
const HEARTBEAT_MS = 15_000

const announcement = z.union([
  z.object({
    table: z.literal('articles'),
    op: z.string(),
    id: z.optional(z.string()),
    categories: z.optional(z.array(z.string())),
    breaking: z.optional(z.boolean()),
  }),
  z.object({ table: z.literal('site_settings'), op: z.string() }),
  z.object({
    table: z.enum(['users', 'feeds', 'newsletter_subscribers', 'newsletter_campaigns', 'audit_log']),
    op: z.string(),
  }),
])

/** What only the back office shows, by its table. */
const ADMIN_TAGS = {
  users: 'admin:users',
  feeds: 'admin:feeds',
  newsletter_subscribers: 'admin:subscribers',
  newsletter_campaigns: 'admin:campaigns',
  audit_log: 'admin:audit',
} as const

/** The tags that an announcement's payload touches; null when it means that anything may have changed. */
export function tagsOfAnnouncement(payload: string): ChangeTag[] | null {
  const parsed = announcement.safeParse(parseJson(payload))
  if (!parsed.success) return null
  const change = parsed.data
  if (change.table === 'site_settings') return ['settings']
  if (change.table !== 'articles') return [ADMIN_TAGS[change.table]]
  if (!change.id) return null
  return [
    'articles',
    `article:${change.id}`,
    ...(change.categories ?? []).map((category) => `category:${category}` as const),
    ...(change.breaking ? (['breaking'] as const) : []),
  ]
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Live = { close(): Promise<void>; readonly connected: boolean }

/**
 * Listens for changes on a connection of its own, and comes back by itself when it is lost. Announcements of the
 * meantime are lost, so each connection begins with `onGap`.
 *
 * @throws when the first connection fails
 */
export async function listenForChanges(
  url: string,
  handlers: { onChange(tags: ChangeTag[]): void; onGap(): void; onError(error: Error): void },
): Promise<Live> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let connected = false
  let retryMs = FIRST_RETRY_MS

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'masthead live',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    client = next
    next.on('error', (error) => lose(next, error))
    next.on('end', () => lose(next, new Error('The connection ended')))
    next.on('notification', ({ payload }) => {
      const tags = tagsOfAnnouncement(payload ?? '')
      if (tags) handlers.onChange(tags)
      else handlers.onGap()
    })
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    if (closed) return void next.end().catch(() => {})
    connected = true
    retryMs = FIRST_RETRY_MS
    handlers.onGap()
    beat(next)
  }

  function beat(current: pg.Client): void {
    timer = setTimeout(() => {
      current.query('select 1').then(
        () => client === current && !closed && beat(current),
        (error) => lose(current, error),
      )
    }, HEARTBEAT_MS)
    timer.unref()
  }

  function lose(lost: pg.Client, error: Error): void {
    if (closed || client !== lost) return
    client = undefined
    if (connected) handlers.onError(error)
    connected = false
    lost.end().catch(() => {})
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!closed) connect().catch((again) => client && lose(client, again))
    }, retryMs)
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
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
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
