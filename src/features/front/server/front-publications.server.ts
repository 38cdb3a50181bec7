import { and, asc, desc, eq, lte, min, ne, type SQL, sql } from 'drizzle-orm'
import { type Actor, findPlanner, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { toNumberedPage } from '#platform/database/keyset.server.ts'
import { users } from '#schema/accounts.ts'
import { breakingBar, frontPublications, fronts } from '#schema/front.ts'
import { emptyFront, type Front, nextPinEnd } from '../rules/front.ts'
import type { FrontPage } from '../rules/front-page.ts'
import { lockFront, saveDraft } from './front-drafts.server.ts'

/** The scheduled publications that a page can have. */
export const MAX_SCHEDULED_FRONTS = 20
const HISTORY_SIZE = 50
const BATCH_SIZE = 20

/** `id` is chosen by the client, so that a retry publishes once. `version` is the draft that the editor saw. */
type FrontDecision = { page: FrontPage; id: string; version: number }

export type PublishOutcome =
  | { kind: 'published' }
  | { kind: 'scheduled' }
  /** The draft has changed since `version`. */
  | { kind: 'outdated' }
  | { kind: 'refused'; reason: string }

/** Shows the draft to readers. */
export async function publishFront(
  db: Db,
  by: Actor,
  { page, id, version }: FrontDecision,
  now: Date,
): Promise<PublishOutcome> {
  return db.transaction(async (tx) => {
    const locked = await lockFront(tx, page)
    if (await isStored(tx, id)) return { kind: 'published' }
    if (locked.version !== version) return { kind: 'outdated' }
    await tx.insert(frontPublications).values({ id, page, front: locked.draft, by: by.id, ...done(now) })
    await show(tx, page, id, locked.draft, now)
    await recordAudit(tx, { by, action: 'front.publish', subjectId: id, subject: page })
    return { kind: 'published' }
  })
}

/** Publishes the draft as it is now at `plannedAt`. Later changes remain unpublished. */
export async function scheduleFront(
  db: Db,
  by: Actor,
  { page, id, version, plannedAt }: FrontDecision & { plannedAt: Date },
  now: Date,
): Promise<PublishOutcome> {
  return db.transaction(async (tx) => {
    const locked = await lockFront(tx, page)
    if (await isStored(tx, id)) return { kind: 'scheduled' }
    if (locked.version !== version) return { kind: 'outdated' }
    if (plannedAt <= now) return { kind: 'refused', reason: phrase('The time must be in the future.') }
    if (
      (await tx.$count(frontPublications, and(isScheduled, eq(frontPublications.page, page)))) >=
      MAX_SCHEDULED_FRONTS
    )
      return {
        kind: 'refused',
        reason: phrase('A page can have {max} scheduled publications at most. Cancel one first.', {
          max: MAX_SCHEDULED_FRONTS,
        }),
      }
    await tx.insert(frontPublications).values({
      id,
      page,
      front: locked.draft,
      state: 'scheduled',
      plannedAt,
      createdAt: now,
      by: by.id,
    })
    const changes = { plannedAt: { from: null, to: plannedAt.toISOString() } }
    await recordAudit(tx, { by, action: 'front.schedule', subjectId: id, subject: page, changes })
    return { kind: 'scheduled' }
  })
}

/** Does nothing if it is published or cancelled already. */
export async function cancelFrontSchedule(db: Db, by: Actor, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [cancelled] = await tx
      .update(frontPublications)
      .set({ state: 'cancelled', finishedAt: now })
      .where(and(eq(frontPublications.id, id), isScheduled))
      .returning({ page: frontPublications.page })
    if (cancelled)
      await recordAudit(tx, { by, action: 'front.unschedule', subjectId: id, subject: cancelled.page })
  })
}

/**
 * Shows readers the front before a publication again, or the automatic one. Undoing this shows the undone one again. The
 * draft stays as it is.
 *
 * @param publication.undoes the publication that readers see
 */
export async function undoFrontPublication(
  db: Db,
  by: Actor,
  { page, id, undoes }: { page: FrontPage; id: string; undoes: string },
  now: Date,
): Promise<PublishOutcome> {
  return db.transaction(async (tx) => {
    const locked = await lockFront(tx, page)
    if (await isStored(tx, id)) return { kind: 'published' }
    if (locked.publishedId !== undoes) return { kind: 'outdated' }
    const front = await findLatest(tx, page, ne(frontPublications.id, undoes))
    await tx.insert(frontPublications).values({ id, page, front, undoes, by: by.id, ...done(now) })
    await show(tx, page, id, front, now)
    await recordAudit(tx, { by, action: 'front.undo', subjectId: undoes, subject: page })
    return { kind: 'published' }
  })
}

/**
 * Publishes the fronts that are due, however late, and announces pins that have ended. Several processes may call it at
 * once; each front is published once.
 *
 * @returns the number of published fronts
 */
export async function publishDueFronts(db: Db, now: Date): Promise<number> {
  const due = await db
    .select({ id: frontPublications.id, page: frontPublications.page })
    .from(frontPublications)
    .where(and(isScheduled, lte(frontPublications.plannedAt, now)))
    .orderBy(asc(frontPublications.plannedAt), asc(frontPublications.seq))
    .limit(BATCH_SIZE)
  let published = 0
  for (const { id, page } of due) if (await publishScheduled(db, id, page, now)) published += 1
  await announcePinEnds(db, now)
  return published
}

async function publishScheduled(db: Db, id: string, page: FrontPage, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockFront(tx, page)
    const [row] = await tx
      .update(frontPublications)
      .set({ state: 'done', finishedAt: now })
      .where(and(eq(frontPublications.id, id), isScheduled))
      .returning()
    if (!row) return false
    await show(tx, page, id, row.front as Front, now)
    const by = await findPlanner(tx, row.by)
    await recordAudit(tx, { by, action: 'front.publish', subjectId: id, subject: page })
    return true
  })
}

/** The trigger of the table announces the change of `pins_end_at`. */
async function announcePinEnds(db: Db, now: Date): Promise<void> {
  const isOver = lte(fronts.pinsEndAt, now)
  const ended = await db
    .select({ page: fronts.page, front: frontPublications.front })
    .from(fronts)
    .innerJoin(frontPublications, eq(frontPublications.id, fronts.publishedId))
    .where(isOver)
  for (const { page, front } of ended)
    await db
      .update(fronts)
      .set({ pinsEndAt: nextPinEnd(front as Front, now) })
      // A front that was published since the query has new pins.
      .where(and(eq(fronts.page, page), isOver))
}

/** @returns when a publication is due, or a pin or the breaking bar ends, next; null if nothing does */
export async function findNextFrontTime(db: Db): Promise<Date | null> {
  const [[publication], [pin], [bar]] = await Promise.all([
    db
      .select({ at: min(frontPublications.plannedAt) })
      .from(frontPublications)
      .where(isScheduled),
    db.select({ at: min(fronts.pinsEndAt) }).from(fronts),
    db.select({ at: min(breakingBar.endsAt) }).from(breakingBar),
  ])
  const times = [publication?.at, pin?.at, bar?.at].filter((at) => at instanceof Date)
  return times.length > 0 ? new Date(Math.min(...times.map(Number))) : null
}

/** `by` is a full name; null for a deleted account. `isUndo`: it undid the one before. */
export type PublishedFront = { id: string; at: string; by: string | null; isUndo: boolean }

/**
 * Lists the published fronts of a page, newest first.
 *
 * @param before the `next` of the previous page
 */
export async function listFrontHistory(
  db: Db,
  page: FrontPage,
  before?: number,
): Promise<{ items: PublishedFront[]; next: number | null }> {
  const { id, seq, finishedAt, undoes } = frontPublications
  const rows = await db
    .select({ id, seq, at: finishedAt, by: users.name, undoes })
    .from(frontPublications)
    .leftJoin(users, eq(users.id, frontPublications.by))
    .where(and(isDone(page), before === undefined ? undefined : isEarlier(page, before)))
    .orderBy(...latestFirst)
    .limit(HISTORY_SIZE + 1)
  const { items, next } = toNumberedPage(rows, HISTORY_SIZE, (row) => row.seq)
  const shown = items.map(({ id, at, by, undoes }) => ({
    id,
    by,
    at: at?.toISOString() ?? '',
    isUndo: undoes !== null,
  }))
  return { items: shown, next }
}

/** A front is published later than it is decided, so numbers alone do not order them. */
function isEarlier(page: FrontPage, seq: number): SQL {
  return sql`(${frontPublications.finishedAt}, ${frontPublications.seq}) < (
    select finished_at, seq from front_publications where page = ${page} and seq = ${seq})`
}

/** Returns the front that readers saw at an instant. */
export async function findFrontAt(db: Db, page: FrontPage, at: Date): Promise<Front> {
  return findLatest(db, page, lte(frontPublications.finishedAt, at))
}

/** Returns the front of the latest publication that meets a condition; the automatic one if there is none. */
async function findLatest(db: Db, page: FrontPage, condition: SQL): Promise<Front> {
  const [row] = await db
    .select({ front: frontPublications.front })
    .from(frontPublications)
    .where(and(isDone(page), condition))
    .orderBy(...latestFirst)
    .limit(1)
  return (row?.front as Front | undefined) ?? emptyFront(page)
}

/** Makes an earlier front of the page the draft. Its pins that have ended stay ended. */
export async function restoreFront(
  db: Db,
  by: Actor,
  { page, publicationId }: { page: FrontPage; publicationId: string },
  now: Date,
): Promise<{ kind: 'restored' } | { kind: 'gone' }> {
  return db.transaction(async (tx) => {
    const locked = await lockFront(tx, page)
    const [row] = await tx
      .select({ front: frontPublications.front })
      .from(frontPublications)
      .where(and(isDone(page), eq(frontPublications.id, publicationId)))
    if (!row) return { kind: 'gone' }
    await saveDraft(tx, by, page, locked, row.front as Front, { kind: 'restore' }, now)
    return { kind: 'restored' }
  })
}

const isScheduled = eq(frontPublications.state, 'scheduled')
const isDone = (page: FrontPage) => and(eq(frontPublications.state, 'done'), eq(frontPublications.page, page))
/** The order of `front_publications_page_idx`. */
const latestFirst = [desc(frontPublications.finishedAt), desc(frontPublications.seq)]
const done = (now: Date) => ({ state: 'done' as const, plannedAt: now, finishedAt: now, createdAt: now })

async function isStored(tx: Db, id: string): Promise<boolean> {
  return (await tx.$count(frontPublications, eq(frontPublications.id, id))) > 0
}

/** @param tx has locked the front */
async function show(tx: Db, page: FrontPage, publishedId: string, front: Front, now: Date): Promise<void> {
  await tx
    .update(fronts)
    .set({ publishedId, pinsEndAt: nextPinEnd(front, now) })
    .where(eq(fronts.page, page))
}
