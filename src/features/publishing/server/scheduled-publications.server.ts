import { and, asc, eq, isNull, lte, min, or, sql } from 'drizzle-orm'
import { findPlanner } from '#features/audit/server/record-audit.server.ts'
import { type DraftState, importPublished, lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { findRevision } from '#features/drafts/server/revisions.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { isConnectionLoss } from '#platform/errors/is-connection-loss.ts'
import { drafts, publications } from '#schema/newsroom.ts'
import { findRefusals, publishRevision } from './publish-revision.server.ts'
import { withdrawAsPlanned } from './scheduled-withdrawals.server.ts'
import { finishPublication } from './schedules.server.ts'

const MAX_ATTEMPTS = 5
const FIRST_RETRY_MS = 10_000
const BATCH_SIZE = 100

/** `blocked` lists publications that the publish check has started to block. `failures` lists attempts that threw. */
export type DueResult = {
  published: number
  blocked: { articleId: string; reasons: string[] }[]
  failures: { articleId: string; error: Error }[]
}

/**
 * Publishes everything that is due, however late. Several processes may call it at once. A publication that the publish
 * check blocks waits until nothing blocks it. Failed attempts are retried with increasing delays, up to five attempts.
 *
 * @throws when the database is unavailable
 */
export async function publishDue(db: Db, now: Date): Promise<DueResult> {
  const due = await db
    .select({ id: publications.id, articleId: publications.articleId })
    .from(publications)
    .where(
      and(
        eq(publications.state, 'scheduled'),
        lte(publications.plannedAt, now),
        // Null while the publish check blocks it.
        or(lte(publications.nextAttemptAt, now), isNull(publications.nextAttemptAt)),
      ),
    )
    // In random order, so that all blocked publications are checked eventually, even if they exceed a batch.
    .orderBy(asc(publications.nextAttemptAt), sql`random()`)
    .limit(BATCH_SIZE)
  const result: DueResult = { published: 0, blocked: [], failures: [] }
  for (const { id, articleId } of due) {
    try {
      const outcome = await runScheduled(db, id, articleId, now)
      if (outcome.kind === 'done') result.published += 1
      if (outcome.kind === 'blocked' && outcome.isNew)
        result.blocked.push({ articleId, reasons: outcome.reasons })
    } catch (error) {
      if (!(error instanceof Error) || isConnectionLoss(error)) throw error
      await recordFailure(db, id, error, now)
      result.failures.push({ articleId, error })
    }
  }
  return result
}

/** `skipped`: it was cancelled, or another process runs it. */
type Outcome = { kind: 'done' } | { kind: 'skipped' } | { kind: 'blocked'; reasons: string[]; isNew: boolean }

async function runScheduled(db: Db, id: string, articleId: string, now: Date): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const free = await tx
      .select({ id: drafts.id })
      .from(drafts)
      .where(eq(drafts.id, articleId))
      .for('update', { skipLocked: true })
    const state = free.length > 0 ? await lockDraft(tx, articleId) : null
    if (state?.ending?.id === id) {
      await withdrawAsPlanned(tx, state, await findPlanner(tx, state.ending.by), now)
      return { kind: 'done' }
    }
    if (state?.scheduled?.id !== id) return { kind: 'skipped' }
    return publishScheduled(tx, state, state.scheduled, now)
  })
}

async function publishScheduled(
  tx: Db,
  state: DraftState,
  scheduled: typeof publications.$inferSelect,
  now: Date,
): Promise<Outcome> {
  const { id, articleId, revision } = scheduled
  const pinned = await findRevision(tx, articleId, revision ?? 0)
  if (!pinned) throw new Error(`There is no revision ${revision}`)
  const { form } = pinned
  const reasons = await findRefusals(tx, articleId, form, now)
  if (reasons.length > 0) {
    const failure = reasons.join(' ')
    const isNew = scheduled.failure !== failure
    if (isNew || scheduled.nextAttemptAt)
      await tx.update(publications).set({ failure, nextAttemptAt: null }).where(eq(publications.id, id))
    return { kind: 'blocked', reasons, isNew }
  }
  const before = await importPublished(tx, state)
  await finishPublication(tx, id, now)
  await publishRevision(tx, before, scheduled, form, await findPlanner(tx, scheduled.by))
  return { kind: 'done' }
}

async function recordFailure(db: Db, id: string, error: Error, now: Date): Promise<void> {
  const { message } = error.cause instanceof Error ? error.cause : error
  const delay = sql`${FIRST_RETRY_MS} * power(2, ${publications.attempts}) * interval '1 ms'`
  await db
    .update(publications)
    .set({
      attempts: sql`${publications.attempts} + 1`,
      failure: message.slice(0, 500),
      nextAttemptAt: sql`${now.toISOString()}::timestamptz + ${delay}`,
      state: sql`case when ${publications.attempts} + 1 >= ${MAX_ATTEMPTS} then 'failed' else ${publications.state} end`,
    })
    .where(and(eq(publications.id, id), eq(publications.state, 'scheduled')))
}

/** @returns when to call `publishDue` next; null if nothing is scheduled */
export async function findNextDue(db: Db): Promise<Date | null> {
  const [next] = await db
    .select({ at: min(publications.nextAttemptAt) })
    .from(publications)
    .where(eq(publications.state, 'scheduled'))
  return next?.at ?? null
}
