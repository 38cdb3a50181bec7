import { and, asc, desc, eq, lte, sql } from 'drizzle-orm'
import type { Actor } from '#features/audit/server/record-audit.server.ts'
import type { ArticleCard } from '#kernel/article.ts'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { frontChanges, frontPublications, fronts } from '#schema/front.ts'
import { applyChange } from '../rules/apply-change.ts'
import type { FilledFront } from '../rules/fill-front.ts'
import { emptyFront, type Front, type FrontChange, isSameFront, type StoredChange } from '../rules/front.ts'
import type { FrontPage } from '../rules/front-page.ts'
import { findHiddenTitles, loadFilledFront } from './filled-front.server.ts'

/** The changes of a page that can be undone. */
export const MAX_UNDO_STEPS = 100

/** Times are ISO 8601, people full names; null for a deleted account. */
type Decision = { by: string | null; at: string }

export type FrontState = {
  page: FrontPage
  draft: Front
  /** The version of the draft. */
  version: number
  /** The draft with its articles, as readers would see it. Cards have the headlines and images of the front. */
  filled: FilledFront<ArticleCard>
  /** The headlines of the articles that the draft hides, by id. */
  hiddenTitles: Record<string, string>
  /** The last change of the draft; null if nobody has changed it. */
  changed: Decision | null
  /** The publication that readers see; null while the page is automatic. */
  published: (Decision & { id: string }) | null
  /** Whether readers see the draft. */
  isPublished: boolean
  /** Soonest first. `at` is the planned time. */
  scheduled: (Decision & { id: string })[]
  /** The change that `undoFrontChange` would undo. */
  undoable: (Decision & { kind: StoredChange['kind'] }) | null
}

type LockedFront = { draft: Front; version: number; publishedId: string | null }

export async function findFront(db: Db, page: FrontPage, now: Date): Promise<FrontState> {
  const { draft, version, updatedAt, publishedId } = fronts
  const [stored, scheduled, [undoable]] = await Promise.all([
    db
      .select({
        draft,
        version,
        updatedAt,
        updatedBy: users.name,
        publishedId,
        publishedAt: frontPublications.finishedAt,
        publishedBy: sql<
          string | null
        >`(select ${users.name} from ${users} where ${users.id} = ${frontPublications.by})`,
        published: frontPublications.front,
      })
      .from(fronts)
      .leftJoin(frontPublications, eq(frontPublications.id, publishedId))
      .leftJoin(users, eq(users.id, fronts.updatedBy))
      .where(eq(fronts.page, page)),
    db
      .select({ id: frontPublications.id, at: frontPublications.plannedAt, by: users.name })
      .from(frontPublications)
      .leftJoin(users, eq(users.id, frontPublications.by))
      .where(and(eq(frontPublications.state, 'scheduled'), eq(frontPublications.page, page)))
      .orderBy(asc(frontPublications.plannedAt), asc(frontPublications.seq)),
    selectUndoable(db, page),
  ])
  const [row] = stored
  const front = (row?.draft as Front | undefined) ?? emptyFront(page)
  const shown = (row?.published as Front | undefined) ?? emptyFront(page)
  const [filled, hiddenTitles] = await Promise.all([
    loadFilledFront(db, page, front, { now }),
    findHiddenTitles(db, front),
  ])
  return {
    page,
    draft: front,
    version: row?.version ?? 0,
    filled,
    hiddenTitles,
    changed: row && row.version > 0 ? { by: row.updatedBy, at: row.updatedAt.toISOString() } : null,
    published:
      row?.publishedId && row.publishedAt
        ? { id: row.publishedId, by: row.publishedBy, at: row.publishedAt.toISOString() }
        : null,
    isPublished: isSameFront(front, shown),
    scheduled: scheduled.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    undoable: undoable
      ? { kind: (undoable.change as StoredChange).kind, by: undoable.by, at: undoable.at.toISOString() }
      : null,
  }
}

function selectUndoable(db: Db, page: FrontPage) {
  const { version, change, before, at } = frontChanges
  return db
    .select({ version, change, before, at, by: users.name })
    .from(frontChanges)
    .leftJoin(users, eq(users.id, frontChanges.by))
    .where(and(eq(frontChanges.page, page), eq(frontChanges.isUndone, false)))
    .orderBy(desc(version))
    .limit(1)
}

/** Creates the row of the page if there is none. */
export async function lockFront(tx: Db, page: FrontPage): Promise<LockedFront> {
  await tx
    .insert(fronts)
    .values({ page, draft: emptyFront(page) })
    .onConflictDoNothing()
  const { draft, version, publishedId } = fronts
  const [row] = await tx
    .select({ draft, version, publishedId })
    .from(fronts)
    .where(eq(fronts.page, page))
    .for('update')
  if (!row) throw new Error(`The front of ${page} is missing`)
  return { ...row, draft: row.draft as Front }
}

export type ChangeOutcome =
  /** `version` of the draft, which shows the change. */
  { kind: 'changed'; version: number } | { kind: 'refused'; reason: string }

/** Applies a change to the newest draft, whatever others have changed since it was shown. */
export async function changeFront(
  db: Db,
  by: Actor,
  page: FrontPage,
  change: FrontChange,
  now: Date,
): Promise<ChangeOutcome> {
  return db.transaction(async (tx) => {
    const { draft, version } = await lockFront(tx, page)
    const result = applyChange(draft, change, now)
    if (result.kind === 'refused') return result
    if (result.kind === 'unchanged') return { kind: 'changed', version }
    return {
      kind: 'changed',
      version: await saveDraft(tx, by, page, { draft, version }, result.front, change, now),
    }
  })
}

/** @param tx has locked the front */
export async function saveDraft(
  tx: Db,
  by: Actor,
  page: FrontPage,
  before: Pick<LockedFront, 'draft' | 'version'>,
  draft: Front,
  change: StoredChange,
  now: Date,
): Promise<number> {
  const version = before.version + 1
  await tx.insert(frontChanges).values({ page, version, change, before: before.draft, by: by.id, at: now })
  await tx
    .delete(frontChanges)
    .where(and(eq(frontChanges.page, page), lte(frontChanges.version, version - MAX_UNDO_STEPS)))
  await tx
    .update(fronts)
    .set({ draft, version, updatedAt: now, updatedBy: by.id })
    .where(eq(fronts.page, page))
  return version
}

type UndoOutcome =
  | { kind: 'undone'; version: number }
  /** The draft has changed since `version`. */
  | { kind: 'outdated' }
  /** There is no change to undo. */
  | { kind: 'none' }

/**
 * Undoes the last change of the draft that is not undone, whoever made it.
 *
 * @param version of the draft as the editor saw it
 */
export async function undoFrontChange(
  db: Db,
  by: Actor,
  page: FrontPage,
  version: number,
  now: Date,
): Promise<UndoOutcome> {
  return db.transaction(async (tx) => {
    const locked = await lockFront(tx, page)
    if (locked.version !== version) return { kind: 'outdated' }
    const [last] = await selectUndoable(tx, page)
    if (!last) return { kind: 'none' }
    await tx
      .update(frontChanges)
      .set({ isUndone: true })
      .where(and(eq(frontChanges.page, page), eq(frontChanges.version, last.version)))
    const undone = { draft: last.before, version: version + 1, updatedAt: now, updatedBy: by.id }
    await tx.update(fronts).set(undone).where(eq(fronts.page, page))
    return { kind: 'undone', version: version + 1 }
  })
}

/** Makes the draft what readers see. It can be undone. */
export async function discardFrontDraft(db: Db, by: Actor, page: FrontPage, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const locked = await lockFront(tx, page)
    const published = (await findPublishedFront(tx, locked.publishedId)) ?? emptyFront(page)
    if (isSameFront(published, locked.draft)) return
    await saveDraft(tx, by, page, locked, published, { kind: 'discard' }, now)
  })
}

async function findPublishedFront(tx: Db, id: string | null): Promise<Front | undefined> {
  if (id === null) return undefined
  const { front } = frontPublications
  const [row] = await tx.select({ front }).from(frontPublications).where(eq(frontPublications.id, id))
  return row?.front as Front | undefined
}
