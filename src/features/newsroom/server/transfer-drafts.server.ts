import { eq, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { savedViews, writingPreferences } from '#schema/desk.ts'
import { drafts, previewLinks } from '#schema/newsroom.ts'
import { inboxItems } from '#schema/notes.ts'
import { notifyPeople } from './inbox.server.ts'

/** Counts what a person owns or is assigned, published or not. */
export function countDraftsOf(db: Db, personId: string): Promise<number> {
  return db.$count(drafts, or(eq(drafts.ownerId, personId), eq(drafts.assigneeId, personId)))
}

/** The new owner is notified of assignments that are not published yet. */
export async function handOverDrafts(
  tx: Db,
  { by, from, to }: { by: { id: string }; from: string; to: string },
): Promise<void> {
  const moved = await tx
    .update(drafts)
    .set({
      ownerId: sql`case when ${drafts.ownerId} = ${from} then ${to} else ${drafts.ownerId} end`,
      assigneeId: sql`case when ${drafts.assigneeId} = ${from} then ${to} else ${drafts.assigneeId} end`,
    })
    .where(or(eq(drafts.ownerId, from), eq(drafts.assigneeId, from)))
    .returning({ id: drafts.id, assigneeId: drafts.assigneeId, status: drafts.status, at: drafts.deletedAt })
  for (const { id, assigneeId, status, at } of moved)
    if (assigneeId === to && status !== 'published' && at === null)
      await notifyPeople(tx, { kind: 'assignment', articleId: id, by, to: [to] })
}

/** Preview links work without an account. */
export async function endPreviewLinksOf(tx: Db, personId: string): Promise<void> {
  await tx.delete(previewLinks).where(eq(previewLinks.createdBy, personId))
}

/** Deletes what nobody else sees. Views that are shared stay. */
export async function deletePrivateRecords(tx: Db, personId: string): Promise<void> {
  await tx.delete(inboxItems).where(eq(inboxItems.recipientId, personId))
  await tx.delete(writingPreferences).where(eq(writingPreferences.accountId, personId))
  await tx.delete(savedViews).where(sql`${savedViews.ownerId} = ${personId} and not ${savedViews.isShared}`)
}
