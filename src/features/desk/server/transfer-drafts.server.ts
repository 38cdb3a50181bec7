import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { savedViews, writingPreferences } from '#schema/desk.ts'
import { drafts, previewLinks } from '#schema/newsroom.ts'
import { inboxItems } from '#schema/notes.ts'

/** Counts what a person owns or is assigned, published or not, except in the bin. */
export function countDraftsOf(db: Db, personId: string): Promise<number> {
  return db.$count(
    drafts,
    and(isNull(drafts.deletedAt), or(eq(drafts.ownerId, personId), eq(drafts.assigneeId, personId))),
  )
}

/** Includes the bin. The new owner is notified of assignments that are not published yet, as by `notifyPeople`. */
export async function transferDrafts(
  tx: Db,
  { by, from, to }: { by: { id: string }; from: string; to: string },
): Promise<void> {
  await tx.update(drafts).set({ ownerId: to }).where(eq(drafts.ownerId, from))
  await tx.execute(sql`
    with transferred as (
      update ${drafts} set assignee_id = ${to} where assignee_id = ${from} returning id, status, deleted_at)
    insert into ${inboxItems} (recipient_id, kind, article_id, by)
    select ${to}::uuid, 'assignment', id, ${by.id}::uuid from transferred
    where status <> 'published' and deleted_at is null and ${to}::uuid <> ${by.id}::uuid
    on conflict (recipient_id, article_id, kind, note_id) do update set by = excluded.by, at = now(), read_at = null`)
}

/** Clears the owner and assignee of a person's drafts, all of which are in the bin. */
export async function releaseDrafts(tx: Db, personId: string): Promise<void> {
  await tx.update(drafts).set({ ownerId: null }).where(eq(drafts.ownerId, personId))
  await tx.update(drafts).set({ assigneeId: null }).where(eq(drafts.assigneeId, personId))
}

/** Deletes a person's preview links, which would keep working without the account. */
export async function endPreviewLinksOf(tx: Db, personId: string): Promise<void> {
  await tx.delete(previewLinks).where(eq(previewLinks.createdBy, personId))
}

/** Deletes what belongs to one person. Nobody else could change or delete shared views. */
export async function deletePersonalRecords(tx: Db, personId: string): Promise<void> {
  await tx.delete(inboxItems).where(eq(inboxItems.recipientId, personId))
  await tx.delete(writingPreferences).where(eq(writingPreferences.accountId, personId))
  await tx.delete(savedViews).where(eq(savedViews.ownerId, personId))
}
