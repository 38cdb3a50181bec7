import { and, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type Account, hasCapability } from '#features/access/rules/access.ts'
import { parseCursor } from '#kernel/cursor.ts'
import type { InboxKind } from '#kernel/newsroom-states.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import type { Db } from '#platform/database/db.server.ts'
import { exactInstant, isAfter, toPage } from '#platform/database/keyset.server.ts'
import { users } from '#schema/accounts.ts'
import { drafts, reviews } from '#schema/newsroom.ts'
import { inboxItems, notes } from '#schema/notes.ts'

const PAGE_SIZE = 30
const MAX_COUNT = 100
const EXCERPT_LENGTH = 300
export const INBOX_RETENTION_DAYS = 90

export type InboxItem = {
  id: string
  kind: InboxKind
  articleId: string
  title: string
  note: { id: string; text: string } | null
  reviewNote: string | null
  by: string | null
  at: string
  isRead: boolean
}

type Event = {
  kind: InboxKind
  articleId: string
  noteId?: string
  by: { id: string | null }
  /** Account ids. The person who caused the event is not notified. */
  to: readonly (string | null)[]
}

/** People must be allowed to read the draft. A recurring event is unread again. */
export async function notifyPeople(tx: Db, { kind, articleId, noteId, by, to }: Event): Promise<void> {
  const others = to.flatMap((id) => (id === null || id === by.id ? [] : [id]))
  // The same order in all transactions avoids deadlocks.
  const recipients = [...new Set(others)].sort()
  if (recipients.length === 0) return
  await tx
    .insert(inboxItems)
    .values(recipients.map((recipientId) => ({ recipientId, kind, articleId, noteId, by: by.id })))
    .onConflictDoUpdate({
      target: [inboxItems.recipientId, inboxItems.articleId, inboxItems.kind, inboxItems.noteId],
      set: { by: by.id, at: sql`now()`, readAt: null },
    })
}

/** Marks review requests as read for everybody, since there is a decision. */
export async function closeReviewRequests(tx: Db, articleId: string): Promise<void> {
  await tx
    .update(inboxItems)
    .set({ readAt: sql`now()` })
    .where(
      and(
        eq(inboxItems.articleId, articleId),
        eq(inboxItems.kind, 'review-request'),
        isNull(inboxItems.readAt),
      ),
    )
}

/** Removes the unread notice of an assignment that has ended. */
export async function withdrawAssignment(tx: Db, articleId: string, recipientId: string): Promise<void> {
  await tx
    .delete(inboxItems)
    .where(
      and(
        eq(inboxItems.articleId, articleId),
        eq(inboxItems.recipientId, recipientId),
        eq(inboxItems.kind, 'assignment'),
        isNull(inboxItems.readAt),
      ),
    )
}

type Person = Pick<Account, 'id' | 'role'>

/** Newest first. Omits articles in the bin, and those that the person may no longer read. */
export async function listInbox(
  db: Db,
  person: Person,
  before?: string,
): Promise<{ items: InboxItem[]; next: string | null }> {
  const { id, kind, articleId, at, readAt } = inboxItems
  const rows = await db
    .select({
      id,
      kind,
      articleId,
      title: drafts.title,
      noteId: notes.id,
      noteText: sql<string>`left(${notes.text}, ${EXCERPT_LENGTH})`,
      reviewNote: newestReviewNote,
      by: users.name,
      at,
      exact: exactInstant(at),
      readAt,
    })
    .from(inboxItems)
    .innerJoin(drafts, eq(drafts.id, articleId))
    .leftJoin(notes, eq(notes.id, inboxItems.noteId))
    .leftJoin(users, eq(users.id, inboxItems.by))
    .where(and(isListed(person), isAfter(at, id, parseCursor(before))))
    .orderBy(desc(at), desc(id))
    .limit(PAGE_SIZE + 1)
  const { items, next } = toPage(rows, PAGE_SIZE)
  return {
    items: items.map(({ exact: _, noteId, noteText, readAt, ...item }) => ({
      ...item,
      title: item.title || phrase('Untitled', {}, 'newsroom'),
      note: noteId ? { id: noteId, text: noteText } : null,
      at: item.at.toISOString(),
      isRead: readAt !== null,
    })),
    next,
  }
}

/** Reviews that recur share one item, which shows the newest note. */
const newestReviewNote = sql<string | null>`(
  select nullif(left(${reviews.note}, ${sql.raw(String(EXCERPT_LENGTH))}), '') from ${reviews}
  where ${reviews.articleId} = ${inboxItems.articleId} and ${reviews.kind} = case ${inboxItems.kind}
    when 'review-request' then 'submit' when 'approval' then 'approve' when 'change-request' then 'request-changes' end
  order by ${reviews.seq} desc limit 1)`

/** Up to 100. */
export async function countUnread(db: Db, person: Person): Promise<number> {
  const unread = db
    .select({ id: inboxItems.id })
    .from(inboxItems)
    .innerJoin(drafts, eq(drafts.id, inboxItems.articleId))
    .where(and(isListed(person), isNull(inboxItems.readAt)))
    .limit(MAX_COUNT)
  return db.$count(unread.as('unread'))
}

/** @param ids all if undefined */
export async function markRead(
  db: Db,
  person: Person,
  ids: readonly string[] | undefined,
  isRead = true,
): Promise<void> {
  await db
    .update(inboxItems)
    .set({ readAt: isRead ? sql`now()` : null })
    .where(
      and(
        eq(inboxItems.recipientId, person.id),
        isRead ? isNull(inboxItems.readAt) : undefined,
        ids && inArray(inboxItems.id, [...ids]),
      ),
    )
}

export async function deleteOldInboxItems(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - INBOX_RETENTION_DAYS * DAY_MS)
  const { rowCount } = await db.delete(inboxItems).where(sql`${inboxItems.at} < ${before}`)
  return rowCount ?? 0
}

function isListed(person: Person): SQL | undefined {
  return and(
    eq(inboxItems.recipientId, person.id),
    isNull(drafts.deletedAt),
    hasCapability(person, 'article.read-all')
      ? undefined
      : or(eq(drafts.ownerId, person.id), eq(drafts.assigneeId, person.id)),
  )
}
