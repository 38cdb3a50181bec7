import { sql } from 'drizzle-orm'
import { localDay } from '#kernel/time/zoned-time.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import {
  type ActionBeacon,
  articleIdOf,
  collectionOf,
  type LeaveBeacon,
  UNKNOWN_PATH,
  type ViewBeacon,
} from '../rules/beacon.ts'
import type { Device } from '../rules/user-agent.ts'
import { findSalt, hashVisitor } from './visitor-salt.server.ts'

/** Personal data is hashed before it is stored. */
export type QueuedView = ViewBeacon & {
  at: number
  address: string
  userAgent: string
  device: Device
  country: string
}

type QueuedBeacon = QueuedView | ((LeaveBeacon | ActionBeacon) & { at: number })
type Effect = { id: string; seconds: number; depth: number; bookmarks: number; shares: number }

export type ViewQueue = ReturnType<typeof createViewQueue>

const MAX_ACTIONS = 100

/**
 * Stores beacons in batches. Without the database, holds at most `maxQueued` of the last `maxAgeMs`.
 *
 * @param options.site identifies the site in visitor hashes
 * @param options.onError called once per outage
 */
export function createViewQueue(options: {
  db: Db
  site: () => string
  onError: (error: unknown) => void
  now?: () => number
  flushMs?: number
  batchSize?: number
  maxQueued?: number
  maxAgeMs?: number
}) {
  const { db, site, onError, now = Date.now } = options
  const { flushMs = 2_000, batchSize = 1_000, maxQueued = 20_000, maxAgeMs = 5_000 } = options
  const counts = { received: 0, stored: 0, dropped: 0 }
  const dayOf = createDayCache()
  const salts = new Map<string, Buffer>()
  let waiting: QueuedBeacon[] = []
  let flushing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  function add(beacon: QueuedBeacon): void {
    counts.received += 1
    if (waiting.length >= maxQueued) {
      counts.dropped += 1
      return
    }
    waiting.push(beacon)
    if (waiting.length >= batchSize && !flushing && !isFailing) void flush()
    else flushLater()
  }

  function flushLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void flush()
    }, flushMs).unref()
  }

  /** Never rejects. */
  function flush(): Promise<void> {
    flushing ??= drain().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  async function drain(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    do {
      const beacons = waiting.splice(0, batchSize)
      try {
        await store(beacons)
        counts.stored += beacons.length
        isFailing = false
      } catch (error) {
        requeue(beacons)
        if (!isFailing) onError(error)
        isFailing = true
        return
      }
    } while (waiting.length >= batchSize)
    if (waiting.length > 0) flushLater()
  }

  function requeue(beacons: QueuedBeacon[]): void {
    const since = now() - maxAgeMs
    const recent = [...beacons, ...waiting].filter(({ at }) => at >= since).slice(-maxQueued)
    counts.dropped += beacons.length + waiting.length - recent.length
    waiting = recent
    if (recent.length > 0) flushLater()
  }

  async function store(beacons: QueuedBeacon[]): Promise<void> {
    const views = beacons.filter((beacon) => beacon.kind === 'view')
    const effects = combineEffects(beacons)
    const rows: Row[] = []
    for (const { kind: _, at, address, userAgent, ...view } of views) {
      const visitor = hashVisitor(await saltOf(at), { address, userAgent, site: site() })
      const article = articleIdOf(view.path)
      const collection = collectionOf(view.path)
      const page = { article, ...(collection && { [collection.kind]: collection.slug }) }
      rows.push({ ...view, ...effects.get(view.id), ...page, at: new Date(at).toISOString(), visitor })
      effects.delete(view.id)
    }
    await db.transaction(async (tx) => {
      if (rows.length > 0) await insertViews(tx, rows)
      if (effects.size > 0) await applyEffects(tx, [...effects.values()])
    })
    const today = dayOf(now())
    for (const day of salts.keys()) if (day < today) salts.delete(day)
  }

  /** After midnight, views of the previous day may still be queued. */
  async function saltOf(at: number): Promise<Buffer> {
    const day = dayOf(at)
    const cached = salts.get(day)
    if (cached) return cached
    const salt = await findSalt(db, day)
    salts.set(day, salt)
    return salt
  }

  return {
    add,
    flush,
    counts,

    async close(): Promise<void> {
      clearTimeout(timer)
      await flush()
      if (waiting.length > 0) await flush()
      clearTimeout(timer)
    },
  }
}

/** Caches the day for a minute. */
function createDayCache(): (at: number) => string {
  let minute = Number.NaN
  let day = ''
  return (at) => {
    const current = Math.floor(at / 60_000)
    if (current !== minute) day = localDay(new Date(at).toISOString())
    minute = current
    return day
  }
}

function combineEffects(beacons: readonly QueuedBeacon[]): Map<string, Effect> {
  const effects = new Map<string, Effect>()
  for (const one of beacons) {
    if (one.kind === 'view') continue
    const effect = effects.get(one.id) ?? { id: one.id, seconds: 0, depth: 0, bookmarks: 0, shares: 0 }
    effects.set(one.id, effect)
    if (one.kind === 'leave') {
      effect.seconds = Math.max(effect.seconds, one.seconds)
      effect.depth = Math.max(effect.depth, one.depth)
    } else if (one.act === 'bookmark') effect.bookmarks = Math.min(MAX_ACTIONS, effect.bookmarks + 1)
    else effect.shares = Math.min(MAX_ACTIONS, effect.shares + 1)
  }
  return effects
}

type Row = Omit<QueuedView, 'kind' | 'at' | 'address' | 'userAgent'> &
  Partial<Effect> & { at: string; visitor: string } & {
    /** The id of an article, or the slug of a person or topic, that the page shows. */
    [Kind in 'article' | 'author' | 'topic']?: string | undefined
  }

/** Counts what does not exist as unknown pages, so that clients cannot invent paths. A commit may succeed although its response was lost. */
async function insertViews(db: Db, rows: readonly Row[]): Promise<void> {
  await db.execute(sql`
    insert into page_views
      (id, at, visitor, path, referrer, source, campaign, device, country, seconds, depth, bookmarks, shares)
    select view.id, at, visitor,
      case when coalesce(article::text, view.author, view.topic) is not null
          and coalesce(articles.id, authors.id, topics.id) is null
        then ${UNKNOWN_PATH} else path end,
      referrer, source, campaign, device, country, coalesce(seconds, 0), coalesce(depth, 0), coalesce(bookmarks, 0),
      coalesce(shares, 0)
    from json_to_recordset(${JSON.stringify(rows)}::json) as view (id uuid, at timestamptz, visitor uuid, path text,
      article uuid, author text, topic text, referrer text, source text, campaign text, device text, country text, seconds int, depth smallint,
      bookmarks smallint, shares smallint)
    left join articles on articles.id = view.article
    left join authors on authors.slug = view.author
    left join topics on topics.slug = view.topic
    on conflict (id) do nothing`)
}

/**
 * The lock prevents a deadlock with the roll-up. Sequential scans are off, since statistics of the growing table
 * are outdated.
 */
async function applyEffects(db: Db, effects: readonly Effect[]): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock_shared(${LOCK_KEYS.changeViews}), set_config('enable_seqscan', 'off', true)`,
  )
  await db.execute(sql`
    update page_views as view
    set seconds = greatest(view.seconds, effect.seconds), depth = greatest(view.depth, effect.depth),
      bookmarks = least(${MAX_ACTIONS}, view.bookmarks + effect.bookmarks),
      shares = least(${MAX_ACTIONS}, view.shares + effect.shares)
    from json_to_recordset(${JSON.stringify(effects)}::json)
      as effect (id uuid, seconds int, depth smallint, bookmarks smallint, shares smallint)
    where view.id = effect.id`)
}
