import { and, asc, eq, lte, min, sql } from 'drizzle-orm'
import { type Actor, recordAudit, SCHEDULE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { canPublishDraft } from '#features/drafts/rules/draft-access.ts'
import { refuseAction } from '#features/drafts/rules/draft-status.ts'
import { readFields } from '#features/drafts/server/article-fields.server.ts'
import { factsOf, importPublished, lockDraft } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { countBlockingNotes } from '#features/notes/server/notes.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { isConnectionLoss } from '#platform/errors/is-connection-loss.ts'
import { users } from '#schema/accounts.ts'
import { drafts, publications, revisions } from '#schema/newsroom.ts'
import { refusePublication } from '../rules/publish-check.ts'
import { refusePublicationTime, refuseWithdrawalTime } from '../rules/schedule-times.ts'
import { cancelSchedules } from './cancel-schedules.server.ts'
import { findCheckLevels } from './newsroom-settings.server.ts'
import { finishPublication, publishRevision } from './publish-revision.server.ts'
import { withdrawAsPlanned } from './scheduled-withdrawals.server.ts'

const MAX_ATTEMPTS = 5
const FIRST_RETRY_MS = 10_000
const BATCH_SIZE = 100

/** `error` of a failed attempt. */
export type DueResult = { published: number; failures: { articleId: string; error: Error }[] }

export async function cancelSchedule(
  db: Db,
  by: DraftActor,
  id: string,
  now: Date,
): Promise<{ kind: 'cancelled' } | { kind: 'refused'; reasons: string[] } | { kind: 'gone' }> {
  requireDraftAccess(canPublishDraft(by))
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    const context = { requiresSecondPerson: false, isAuthor: false }
    const refusal = refuseAction('cancel-schedule', factsOf(state), context)
    if (refusal) return { kind: 'refused', reasons: [refusal] }
    await cancelSchedules(tx, id, now, 'publish')
    const changes = { plannedAt: { from: state.scheduled?.plannedAt.toISOString(), to: null } }
    await recordAudit(tx, {
      by,
      action: 'article.unschedule',
      subjectId: id,
      subject: state.draft.title,
      changes,
    })
    return { kind: 'cancelled' }
  })
}

/**
 * Publishes what is due, however late; several processes may call it concurrently. Retries a failed publication with
 * increasing delays, five times in total.
 *
 * @throws when the database is unavailable
 */
export async function publishDue(db: Db, now: Date): Promise<DueResult> {
  const due = await db
    .select({ id: publications.id, articleId: publications.articleId })
    .from(publications)
    .where(and(eq(publications.state, 'scheduled'), lte(publications.nextAttemptAt, now)))
    .orderBy(asc(publications.nextAttemptAt))
    .limit(BATCH_SIZE)
  const result: DueResult = { published: 0, failures: [] }
  for (const { id, articleId } of due) {
    try {
      if (await runScheduled(db, id, articleId, now)) result.published += 1
    } catch (error) {
      if (!(error instanceof Error) || isConnectionLoss(error)) throw error
      await recordFailure(db, id, error, now)
      result.failures.push({ articleId, error })
    }
  }
  return result
}

/** @returns false if it was cancelled, or another process runs it */
async function runScheduled(db: Db, id: string, articleId: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const free = await tx
      .select({ id: drafts.id })
      .from(drafts)
      .where(eq(drafts.id, articleId))
      .for('update', { skipLocked: true })
    const locked = free.length > 0 ? await lockDraft(tx, articleId) : null
    if (locked?.ending?.id === id) {
      await withdrawAsPlanned(tx, locked, await findPlanner(tx, locked.ending.by), now)
      return true
    }
    if (locked?.scheduled?.id !== id) return false
    const state = await importPublished(tx, locked)
    const { scheduled } = locked
    const [pinned] = await tx
      .select({ fields: revisions.fields })
      .from(revisions)
      .where(and(eq(revisions.articleId, articleId), eq(revisions.number, scheduled.revision ?? 0)))
    if (!pinned) throw new Error(`There is no revision ${scheduled.revision}`)
    const form = readFields(pinned.fields)
    // A note may block it since it was scheduled.
    const blockingNotes = await countBlockingNotes(tx, articleId)
    const refusals = refusePublication(form, await findCheckLevels(tx), { blockingNotes })
    if (refusals.length > 0) throw new Error(refusals.join(' '))
    await finishPublication(tx, id, now)
    await publishRevision(tx, state, scheduled, form, await findPlanner(tx, scheduled.by))
    return true
  })
}

/** The actor of what a person scheduled. */
async function findPlanner(tx: Db, id: string | null): Promise<Actor> {
  if (!id) return SCHEDULE_ACTOR
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id))
  return person ? { id, email: person.email } : SCHEDULE_ACTOR
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

type ScheduleKind = 'publish' | 'withdraw'

type MoveOutcome = { kind: 'moved' } | { kind: 'refused'; reasons: string[] } | { kind: 'gone' }

/** Keeps the text to publish. */
export async function moveSchedule(
  db: Db,
  by: DraftActor,
  { id, kind = 'publish', plannedAt }: { id: string; kind?: ScheduleKind; plannedAt: Date },
  now: Date,
): Promise<MoveOutcome> {
  requireDraftAccess(canPublishDraft(by))
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    const moved = kind === 'publish' ? state.scheduled : state.ending
    if (!moved) return { kind: 'refused', reasons: ['The article is not scheduled.'] }
    const { article, scheduled, ending } = state
    const schedules = {
      isPublished: article !== null,
      publishesAt: scheduled?.plannedAt ?? null,
      withdrawsAt: ending?.plannedAt ?? null,
    }
    const refuse = kind === 'publish' ? refusePublicationTime : refuseWithdrawalTime
    const refusal = refuse(schedules, plannedAt, now)
    if (refusal) return { kind: 'refused', reasons: [refusal] }
    const { id: publicationId, plannedAt: earlier } = moved
    if (earlier.getTime() === plannedAt.getTime()) return { kind: 'moved' }
    await tx
      .update(publications)
      .set({ plannedAt, nextAttemptAt: plannedAt, attempts: 0, failure: null, lateNotifiedAt: null })
      .where(and(eq(publications.id, publicationId), eq(publications.state, 'scheduled')))
    const changes = { plannedAt: { from: earlier.toISOString(), to: plannedAt.toISOString() } }
    const subject = state.draft.title || 'Untitled'
    const action = kind === 'publish' ? 'article.schedule' : 'article.schedule-withdrawal'
    await recordAudit(tx, { by, action, subjectId: id, subject, changes })
    return { kind: 'moved' }
  })
}
