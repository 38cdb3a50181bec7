import { eq, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { drafts } from '#schema/newsroom.ts'
import { EMPTY_ARTICLE } from '../rules/article-fields.ts'
import { hashForm, readFields } from './article-fields.server.ts'
import { appendRevision, lockDraft } from './draft-state.server.ts'
import { findRevision } from './revisions.server.ts'

const IDLE_MS = 2 * 60_000
const INTERVAL_MS = 10 * 60_000
const MAX_DRAFTS = 500

/** Adds revisions of edited drafts, once they are idle or after `INTERVAL_MS`. */
export async function addAutosaveRevisions(db: Db, now: Date): Promise<number> {
  const idleSince = new Date(now.getTime() - IDLE_MS)
  const before = new Date(now.getTime() - INTERVAL_MS)
  const newest = sql`(select at from revisions where article_id = ${drafts.id} and number = ${drafts.lastRevision})`
  const due = await db
    .select({ id: drafts.id })
    .from(drafts)
    .where(
      sql`cardinality(${drafts.editedBy}) > 0 and ${drafts.deletedAt} is null
        and (${drafts.updatedAt} <= ${idleSince} or coalesce(${newest}, ${drafts.createdAt}) <= ${before})`,
    )
    .orderBy(drafts.updatedAt)
    .limit(MAX_DRAFTS)
  let count = 0
  for (const { id } of due) if (await addAutosaveRevision(db, id)) count += 1
  return count
}

/** @returns whether the text differs from the newest revision */
async function addAutosaveRevision(db: Db, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt || state.draft.editedBy.length === 0) return false
    const { lastRevision, formHash, fields, updatedBy, updatedAt } = state.draft
    const newest = await findRevision(tx, id, lastRevision)
    if (formHash === (newest?.formHash ?? (await hashForm(tx, EMPTY_ARTICLE)))) {
      await tx.update(drafts).set({ editedBy: [] }).where(eq(drafts.id, id))
      return false
    }
    const form = readFields(fields)
    const by = { id: updatedBy }
    await appendRevision(tx, id, { kind: 'autosave', form, by, at: updatedAt, isNewest: true })
    return true
  })
}
