import { sql } from 'drizzle-orm'
import { londonDay } from '#kernel/london-calendar.ts'
import type { Db } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import type { ActBeacon, LeaveBeacon, ViewBeacon } from '../rules/beacon.ts'
import type { Device } from '../rules/user-agent.ts'
import { findSalt, hashVisitor } from './visitor-salt.server.ts'

/** A view and whose it is; who that is stays in memory until the view is stored. */
export type Seen = ViewBeacon & {
  at: number
  address: string
  userAgent: string
  device: Device
  country: string
}

type Counted = Seen | ((LeaveBeacon | ActBeacon) & { at: number })
type Effect = { id: string; seconds: number; depth: number; bookmarks: number; shares: number }

export type ViewQueue = ReturnType<typeof createViewQueue>

const MOST_ACTS = 100

/**
 * Stores what readers' pages tell, many at once: after `flushMs` milliseconds or `batch` of them, whichever comes first. While
 * the database is away the last `keepMs` milliseconds are kept, and never more than `most`.
 *
 * @param options.site what the site is, for the hash of its visitors
 * @param options.onError is told when nothing can be stored
 */
export function createViewQueue(options: {
  db: Db
  site: () => string
  onError: (error: unknown) => void
  now?: () => number
  flushMs?: number
  batch?: number
  most?: number
  keepMs?: number
}) {
  const { db, site, onError, now = Date.now } = options
  const { flushMs = 2_000, batch = 1_000, most = 20_000, keepMs = 5_000 } = options
  const figures = { taken: 0, stored: 0, dropped: 0 }
  const dayOf = createCalendar()
  const salts = new Map<string, Buffer>()
  let waiting: Counted[] = []
  let underWay: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  function add(counted: Counted): void {
    figures.taken += 1
    if (waiting.length >= most) {
      figures.dropped += 1
      return
    }
    waiting.push(counted)
    if (waiting.length >= batch && !underWay && !isFailing) void flush()
    else flushLater()
  }

  function flushLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      void flush()
    }, flushMs).unref()
  }

  /** Stores what waits, in the order in which it came. It never throws. What comes meanwhile waits for others. */
  function flush(): Promise<void> {
    underWay ??= drain().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function drain(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    do {
      const taken = waiting.splice(0, batch)
      try {
        await store(taken)
        figures.stored += taken.length
        isFailing = false
      } catch (error) {
        putBack(taken)
        if (!isFailing) onError(error)
        isFailing = true
        return
      }
    } while (waiting.length >= batch)
    if (waiting.length > 0) flushLater()
  }

  function putBack(taken: Counted[]): void {
    const since = now() - keepMs
    const kept = [...taken, ...waiting].filter(({ at }) => at >= since).slice(-most)
    figures.dropped += taken.length + waiting.length - kept.length
    waiting = kept
    if (kept.length > 0) flushLater()
  }

  async function store(taken: Counted[]): Promise<void> {
    const views = taken.filter((counted) => counted.kind === 'view')
    const effects = gather(taken)
    const rows: Row[] = []
    for (const { kind: _, at, address, userAgent, ...view } of views) {
      const visitor = hashVisitor(await saltOf(at), { address, userAgent, site: site() })
      rows.push({ ...view, ...effects.get(view.id), at: new Date(at).toISOString(), visitor })
      effects.delete(view.id)
    }
    await db.transaction(async (tx) => {
      if (rows.length > 0) await insertViews(tx, rows)
      if (effects.size > 0) await applyEffects(tx, [...effects.values()])
    })
    const today = dayOf(now())
    for (const day of salts.keys()) if (day < today) salts.delete(day)
  }

  /** At midnight, what came in yesterday's last seconds still has yesterday's. */
  async function saltOf(at: number): Promise<Buffer> {
    const day = dayOf(at)
    const known = salts.get(day)
    if (known) return known
    const salt = await findSalt(db, day)
    salts.set(day, salt)
    return salt
  }

  return {
    add,
    flush,
    figures,

    /** Stores what waits, for the last time. */
    async close(): Promise<void> {
      clearTimeout(timer)
      await flush()
      if (waiting.length > 0) await flush()
      clearTimeout(timer)
    },
  }
}

/** The day in Europe/London, looked up once a minute: thousands of views are of the same. */
function createCalendar(): (at: number) => string {
  let minute = Number.NaN
  let day = ''
  return (at) => {
    const current = Math.floor(at / 60_000)
    if (current !== minute) day = londonDay(new Date(at).toISOString())
    minute = current
    return day
  }
}

/** What leaving and acting add to each view. */
function gather(counted: readonly Counted[]): Map<string, Effect> {
  const effects = new Map<string, Effect>()
  for (const one of counted) {
    if (one.kind === 'view') continue
    const effect = effects.get(one.id) ?? { id: one.id, seconds: 0, depth: 0, bookmarks: 0, shares: 0 }
    effects.set(one.id, effect)
    if (one.kind === 'leave') {
      effect.seconds = Math.max(effect.seconds, one.seconds)
      effect.depth = Math.max(effect.depth, one.depth)
    } else if (one.act === 'bookmark') effect.bookmarks = Math.min(MOST_ACTS, effect.bookmarks + 1)
    else effect.shares = Math.min(MOST_ACTS, effect.shares + 1)
  }
  return effects
}

type Row = Omit<Seen, 'kind' | 'at' | 'address' | 'userAgent'> &
  Partial<Effect> & { at: string; visitor: string }

/** A view that was stored already, though its process did not hear of it, is not stored again. */
async function insertViews(db: Db, rows: readonly Row[]): Promise<void> {
  await db.execute(sql`
    insert into page_views
      (id, at, visitor, path, referrer, source, campaign, device, country, seconds, depth, bookmarks, shares)
    select id, at, visitor, path, referrer, source, campaign, device, country, coalesce(seconds, 0), coalesce(depth, 0),
      coalesce(bookmarks, 0), coalesce(shares, 0)
    from json_to_recordset(${JSON.stringify(rows)}::json) as view (id uuid, at timestamptz, visitor uuid, path text,
      referrer text, source text, campaign text, device text, country text, seconds int, depth smallint,
      bookmarks smallint, shares smallint)
    on conflict (id) do nothing`)
}

/**
 * Not while views are counted: either would wait for rows that the other holds. Each view is looked up by its id: of a table that
 * fills all day PostgreSQL does not know how long it is, and would read the whole of it.
 */
async function applyEffects(db: Db, effects: readonly Effect[]): Promise<void> {
  await db.execute(
    sql`select pg_advisory_xact_lock_shared(${LOCK_KEYS.changeViews}), set_config('enable_seqscan', 'off', true)`,
  )
  await db.execute(sql`
    update page_views as view
    set seconds = greatest(view.seconds, effect.seconds), depth = greatest(view.depth, effect.depth),
      bookmarks = least(${MOST_ACTS}, view.bookmarks + effect.bookmarks),
      shares = least(${MOST_ACTS}, view.shares + effect.shares)
    from json_to_recordset(${JSON.stringify(effects)}::json)
      as effect (id uuid, seconds int, depth smallint, bookmarks smallint, shares smallint)
    where view.id = effect.id`)
}
