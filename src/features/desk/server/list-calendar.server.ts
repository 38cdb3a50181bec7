import { and, asc, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Account, hasCapability } from '#features/access/rules/access.ts'
import { canAssignDraft, canPublishDraft } from '#features/drafts/rules/draft-access.ts'
import type { DraftStatus } from '#features/drafts/rules/draft-status.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { endOfDay, startOfDay } from '#platform/database/local-day.server.ts'
import { articleList } from '#schema/desk.ts'
import { drafts, publications } from '#schema/newsroom.ts'

/** For each kind of entry. */
const MAX_ENTRIES = 500

export type CalendarEntry = {
  id: string
  title: string
  status: DraftStatus
  kind: 'scheduled' | 'withdrawal' | 'due' | 'published'
  at: string
  /** The person may change `at`. */
  canMove: boolean
}

/** `isComplete` is false above the limit. */
export type CalendarEntries = { entries: CalendarEntry[]; isComplete: boolean }

/** Statuses in which the due date matters. */
const UNFINISHED: readonly DraftStatus[] = ['idea', 'draft', 'in-review', 'approved', 'changed']

/**
 * Lists scheduled publications and withdrawals, due dates and the newsroom's own published articles between two days
 * (`YYYY-MM-DD`, inclusive), by time. Contributors get only their own (newsroom §3).
 */
export async function listCalendar(
  db: Db,
  person: Pick<Account, 'id' | 'role'>,
  period: { from: string; to: string },
): Promise<CalendarEntries> {
  const isIn = (at: PgColumn) => and(gte(at, startOfDay(period.from)), lt(at, endOfDay(period.to)))
  const isOwn = hasCapability(person, 'article.read-all')
    ? undefined
    : or(eq(drafts.ownerId, person.id), eq(drafts.assigneeId, person.id))
  const columns = {
    id: drafts.id,
    title: drafts.title,
    status: drafts.status,
    ownerId: drafts.ownerId,
    assigneeId: drafts.assigneeId,
  }
  const isListed = (condition: SQL | undefined) => and(condition, isNull(drafts.deletedAt), isOwn)
  const listPlanned = (kind: 'publish' | 'withdraw') =>
    db
      .select({ ...columns, at: publications.plannedAt })
      .from(publications)
      .innerJoin(drafts, eq(drafts.id, publications.articleId))
      .where(
        isListed(
          and(
            sql`${publications.state} = 'scheduled'`,
            eq(publications.kind, kind),
            isIn(publications.plannedAt),
          ),
        ),
      )
      .orderBy(asc(publications.plannedAt))
      .limit(MAX_ENTRIES + 1)
  const [scheduled, withdrawals, due, published] = await Promise.all([
    listPlanned('publish'),
    listPlanned('withdraw'),
    db
      .select({ ...columns, at: sql<Date>`${drafts.dueAt}`.mapWith(drafts.dueAt) })
      .from(drafts)
      .where(isListed(and(inArray(drafts.status, [...UNFINISHED]), isIn(drafts.dueAt))))
      .orderBy(asc(drafts.dueAt))
      .limit(MAX_ENTRIES + 1),
    db
      .select({ ...columns, at: articleList.listedAt })
      .from(articleList)
      .innerJoin(drafts, eq(drafts.id, articleList.id))
      .where(
        isListed(
          and(
            isNull(articleList.deletedAt),
            sql`${articleList.source} = 'own'`,
            drafts.isPublished,
            isIn(articleList.listedAt),
          ),
        ),
      )
      .orderBy(desc(articleList.listedAt))
      .limit(MAX_ENTRIES + 1),
  ])
  const toEntries = (
    rows: typeof due,
    kind: CalendarEntry['kind'],
    canMove: (row: (typeof due)[number]) => boolean,
  ) =>
    rows.slice(0, MAX_ENTRIES).map((row) => ({
      id: row.id,
      title: row.title || phrase('Untitled', {}, 'newsroom'),
      status: row.status,
      kind,
      at: row.at.toISOString(),
      canMove: canMove(row),
    }))
  const entries = [
    ...toEntries(scheduled, 'scheduled', () => canPublishDraft(person)),
    ...toEntries(withdrawals, 'withdrawal', () => canPublishDraft(person)),
    ...toEntries(due, 'due', (row) => canAssignDraft(person, row)),
    ...toEntries(published, 'published', () => false),
  ]
  return {
    entries: entries.toSorted((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id)),
    isComplete: [scheduled, withdrawals, due, published].every((rows) => rows.length <= MAX_ENTRIES),
  }
}
