import { and, asc, count, desc, eq, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Account, hasCapability } from '#features/access/rules/access.ts'
import type { DraftStatus } from '#features/drafts/rules/draft-status.ts'
import { listLatePublications } from '#features/publishing/server/late-publications.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { drafts, publications } from '#schema/newsroom.ts'

const LIST_SIZE = 5

/** `at`, ISO 8601: the planned time, otherwise the last edit. */
export type WorkItem = { id: string; title: string; status: DraftStatus; at: string }

export type WorkList = { items: WorkItem[]; count: number }

export type MyWork = {
  /** Unfinished articles of the owner or assignee. Without the other lists, also those that wait. */
  mine: WorkList
  /** Those of `mine` that are past their due date, which is `at`. */
  overdue: WorkList
  toReview: WorkList
  scheduled: WorkList
  late: { id: string; title: string; plannedAt: string; hasFailed: boolean }[]
}

const UNFINISHED = ['idea', 'draft', 'approved', 'changed'] as const
const WAITING = ['in-review', 'scheduled'] as const

const NO_WORK: WorkList = { items: [], count: 0 }

/** Lists the work of a person and, if they may read it, of the newsroom (newsroom §2). */
export async function listMyWork(db: Db, person: Pick<Account, 'id' | 'role'>, now: Date): Promise<MyWork> {
  const userId = person.id
  const readsAll = hasCapability(person, 'article.read-all')
  // The first condition lets the index of owners apply.
  const mine = and(
    ne(drafts.status, 'published'),
    inArray(drafts.status, [...UNFINISHED, ...(readsAll ? [] : WAITING)]),
    or(eq(drafts.ownerId, userId), eq(drafts.assigneeId, userId)),
  )
  const [ofPerson, overdue, toReview, scheduled, late] = await Promise.all([
    listDrafts(db, mine),
    listDrafts(db, and(mine, lt(drafts.dueAt, now)), drafts.dueAt),
    readsAll ? listDrafts(db, eq(drafts.status, 'in-review')) : NO_WORK,
    readsAll ? listScheduled(db) : NO_WORK,
    readsAll ? listLatePublications(db, now) : [],
  ])
  return {
    mine: ofPerson,
    overdue,
    toReview,
    scheduled,
    late: late.map(({ articleId, title, plannedAt, hasFailed }) => ({
      id: articleId,
      title: title || phrase('Untitled', {}, 'newsroom'),
      plannedAt: plannedAt.toISOString(),
      hasFailed,
    })),
  }
}

const { id, title, status } = drafts

async function listDrafts(
  db: Db,
  condition: SQL | undefined,
  by: typeof drafts.updatedAt | typeof drafts.dueAt = drafts.updatedAt,
): Promise<WorkList> {
  const listed = and(condition, isNull(drafts.deletedAt))
  const [rows, total] = await Promise.all([
    db
      .select({ id, title, status, at: sql<Date>`${by}`.mapWith(drafts.updatedAt) })
      .from(drafts)
      .where(listed)
      .orderBy(desc(by), desc(drafts.id))
      .limit(LIST_SIZE),
    db.select({ count: count() }).from(drafts).where(listed),
  ])
  return toWorkList(rows, total)
}

async function listScheduled(db: Db): Promise<WorkList> {
  const isScheduled = sql`${publications.state} = 'scheduled' and ${publications.kind} = 'publish'`
  const [rows, total] = await Promise.all([
    db
      .select({ id, title, status, at: publications.plannedAt })
      .from(publications)
      .innerJoin(drafts, eq(drafts.id, publications.articleId))
      .where(isScheduled)
      .orderBy(asc(publications.plannedAt))
      .limit(LIST_SIZE),
    db.select({ count: count() }).from(publications).where(isScheduled),
  ])
  return toWorkList(rows, total)
}

function toWorkList(
  rows: readonly (Omit<WorkItem, 'at'> & { at: Date })[],
  [total]: { count: number }[],
): WorkList {
  return {
    items: rows.map((row) => ({
      ...row,
      title: row.title || phrase('Untitled', {}, 'newsroom'),
      at: row.at.toISOString(),
    })),
    count: total?.count ?? 0,
  }
}
