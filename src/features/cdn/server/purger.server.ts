import { count, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { PurgeError, PurgeKeys, PurgeSender } from '#platform/cdn/send-purges.server.ts'
import type { Db, Tx } from '#platform/database/db.server.ts'
import { LOCK_KEYS } from '#platform/database/lock-keys.ts'
import { cdnPurges, cdnState } from '#schema/cdn.ts'
import { EVERYTHING } from './cdn-state.server.ts'

/**
 * When the purges of a change are sent, in milliseconds after it was seen. By the first time, all processes have dropped their
 * pages. The CDN may still store a page that was sent before: the next times are for processes under load, and the last one is
 * longer than a process takes to notice that its notifications are lost.
 */
const SENT_AFTER_MS = [250, 450, 800, 2_000, 10_000]
/** Processes drop their pages later (`paceIngestChanges`). */
const INGEST_SENT_AFTER_MS = 1_000
/** Covers lost notifications and the death of the process that sends the purges. */
const MAX_DELAY_MS = 1_000
/** Changes within this time are sent together. */
const MIN_DELAY_MS = 25
const MAX_RETRY_DELAY_MS = 30_000
/** Less than the timeout of idle transactions. */
const RUN_TIMEOUT_MS = 20_000
const MAX_BATCH = 5_000
/** Changes that wait while the CDN does not respond. Above this number, everything is purged instead. */
const MAX_WAITING = 10_000

export type Purger = {
  /** Call it after a change. */
  wake(): void
  /** Waits for the current request. */
  stop(): Promise<void>
}

/**
 * Sends the purges of recorded changes to the CDN. Each process has a purger; one sends at a time.
 *
 * @param options.findKeys returns null if the CDN has no pages that show the change
 */
export function startPurger(options: {
  db: Db
  findKeys(change: unknown): PurgeKeys | null
  sender: Pick<PurgeSender, 'purge'>
  /** Called when purges begin to fail. */
  onFailure(error: PurgeError): void
  onRecovery(): void
  /** Called if the database does not respond. */
  onError(error: unknown): void
  sentAfterMs?: readonly number[]
}): Purger {
  const { db, findKeys, sender, sentAfterMs = SENT_AFTER_MS } = options
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWoken = false

  /** @returns milliseconds until the next run */
  async function run(): Promise<number> {
    try {
      return await db.transaction(sendDue)
    } catch (error) {
      options.onError(error)
      return MAX_DELAY_MS
    }
  }

  async function sendDue(tx: Tx): Promise<number> {
    const { rows: locks } = await tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCK_KEYS.purgeCdn}) as locked`,
    )
    if (!locks[0]?.locked) return MAX_DELAY_MS
    const [state] = await tx
      .select({
        failingSince: cdnState.failingSince,
        isWaiting: sql<boolean>`${cdnState.retryAt} > clock_timestamp()`,
      })
      .from(cdnState)
    if (!state || state.isWaiting) return MAX_DELAY_MS
    await tx
      .update(cdnPurges)
      .set({
        dueAt: sql`clock_timestamp() + make_interval(secs => case ${cdnPurges.change}->>'source'
          when 'ingest' then ${INGEST_SENT_AFTER_MS / 1_000}::float8 else ${(sentAfterMs[0] ?? 0) / 1_000}::float8 end)`,
      })
      .where(isNull(cdnPurges.dueAt))
    const due = await tx
      .select({ id: cdnPurges.id, change: cdnPurges.change, sent: cdnPurges.sent })
      .from(cdnPurges)
      .where(lte(cdnPurges.dueAt, sql`clock_timestamp()`))
      .orderBy(cdnPurges.dueAt)
      .limit(MAX_BATCH)
    const batch = due.map((row) => ({ ...row, keys: findKeys(row.change) }))
    try {
      await sender.purge(
        joinKeys(batch.map(({ keys }) => keys)),
        AbortSignal.any([stopping.signal, AbortSignal.timeout(RUN_TIMEOUT_MS)]),
      )
    } catch (error) {
      if (!stopping.signal.aborted) await recordFailure(tx, error as PurgeError, state.failingSince)
      return MAX_DELAY_MS
    }
    await recordSent(tx, batch, sentAfterMs)
    if (batch.length > 0 && state.failingSince) {
      await tx.update(cdnState).set({ failingSince: null, retryAt: null, error: null })
      options.onRecovery()
    }
    return batch.length === MAX_BATCH ? 0 : findDelay(tx)
  }

  async function recordFailure(tx: Tx, error: PurgeError, failingSince: Date | null): Promise<void> {
    // The pause grows with the time since the first failure.
    const pause = sql`least(greatest(clock_timestamp() - coalesce(${cdnState.failingSince}, clock_timestamp()), interval '1 second'), make_interval(secs => ${MAX_RETRY_DELAY_MS / 1_000}::float8))`
    await tx.update(cdnState).set({
      failingSince: sql`coalesce(${cdnState.failingSince}, clock_timestamp())`,
      retryAt: sql`clock_timestamp() + greatest(${pause}, make_interval(secs => ${error.retryAfterMs / 1_000}::float8))`,
      error: error.message,
    })
    if (!failingSince) options.onFailure(error)
    const [waiting] = await tx.select({ changes: count() }).from(cdnPurges)
    if ((waiting?.changes ?? 0) <= MAX_WAITING) return
    const { rows } = await tx.execute<{ at: string }>(
      sql`with deleted as (delete from cdn_purges returning created_at) select min(created_at)::text as at from deleted`,
    )
    await tx.execute(
      sql`insert into cdn_purges (change, created_at) values (${JSON.stringify(EVERYTHING)}, ${rows[0]?.at ?? null})`,
    )
  }

  function wake(): void {
    isWoken = running !== undefined
    if (stopping.signal.aborted || running) return
    clearTimeout(timer)
    running = run().then((delayMs) => {
      running = undefined
      if (stopping.signal.aborted) return
      const pauseMs = isWoken ? MIN_DELAY_MS : Math.max(delayMs, MIN_DELAY_MS)
      timer = setTimeout(wake, pauseMs).unref()
    })
  }

  wake()
  return {
    wake,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

async function recordSent(
  tx: Tx,
  batch: readonly { id: number; sent: number; keys: PurgeKeys | null }[],
  sentAfterMs: readonly number[],
): Promise<void> {
  const isDone = ({ sent, keys }: (typeof batch)[number]) => keys === null || sent + 1 === sentAfterMs.length
  const done = batch.filter(isDone).map(({ id }) => id)
  if (done.length > 0) await tx.delete(cdnPurges).where(inArray(cdnPurges.id, done))
  for (const [sent, after] of sentAfterMs.slice(0, -1).entries()) {
    const ids = batch.filter((row) => !isDone(row) && row.sent === sent).map(({ id }) => id)
    if (ids.length === 0) continue
    const pause = ((sentAfterMs[sent + 1] ?? after) - after) / 1_000
    await tx
      .update(cdnPurges)
      .set({ sent: sent + 1, dueAt: sql`clock_timestamp() + make_interval(secs => ${pause}::float8)` })
      .where(inArray(cdnPurges.id, ids))
  }
}

async function findDelay(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ ms: number | null }>(
    sql`select extract(epoch from min(due_at) - clock_timestamp())::float8 * 1000 as ms from cdn_purges`,
  )
  return Math.min(rows[0]?.ms ?? MAX_DELAY_MS, MAX_DELAY_MS)
}

function joinKeys(all: readonly (PurgeKeys | null)[]): PurgeKeys {
  const union = (kind: keyof PurgeKeys) => new Set(all.flatMap((keys) => [...(keys?.[kind] ?? [])]))
  return { soft: union('soft'), hard: union('hard') }
}
