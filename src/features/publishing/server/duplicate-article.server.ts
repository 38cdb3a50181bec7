import { sql } from 'drizzle-orm'
import { ARTICLE_FIELDS } from '#features/drafts/rules/article-fields.ts'
import { MAX_REVISION_NAME_LENGTH } from '#features/drafts/rules/publish-labels.ts'
import { hashForm } from '#features/drafts/server/article-fields.server.ts'
import { createDraft } from '#features/drafts/server/draft-state.server.ts'
import type { DraftActor } from '#features/drafts/server/require-draft-access.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { findDraft } from './find-draft.server.ts'
import { saveDraft } from './save-draft.server.ts'

/**
 * Copies the newest text and the topics of an article into a draft of the person. Reviews, notes, schedules and
 * publications are not copied.
 *
 * @param request.copyId chosen by the client, so that a retry creates one draft
 * @throws ForbiddenError
 */
export async function duplicateArticle(
  db: Db,
  by: DraftActor,
  { id, copyId }: { id: string; copyId: string },
  now: Date,
): Promise<{ kind: 'duplicated' } | { kind: 'gone' }> {
  const original = await findDraft(db, id, by)
  if (!original) return { kind: 'gone' }
  const { form } = original
  return db.transaction(async (tx) => {
    const title = `Copy of ${form.title || 'Untitled'}`.slice(0, ARTICLE_FIELDS.title.limit).toWellFormed()
    const fields = { ...form, title, isBreaking: false, breakingUntil: null }
    await createDraft(tx, by, { id: copyId, fields }, now)
    // Those who wrote the original cannot approve its copy as second persons.
    await tx.execute(sql`
      update drafts set edited_by = array(
        select distinct author from (
          select unnest(edited_by || by) as author from revisions where article_id = ${id}
          union select unnest(edited_by) from drafts where id = ${id}
        ) authors where author is not null)
      where id = ${copyId} and last_revision = 0`)
    const base = { formHash: await hashForm(tx, fields) }
    const note = `Copied from “${form.title || 'Untitled'}”`.slice(0, MAX_REVISION_NAME_LENGTH).toWellFormed()
    const saved = await saveDraft(tx, by, { id: copyId, base, note }, now)
    if (saved.kind !== 'saved') return { kind: 'gone' }
    await tx.execute(sql`
      insert into article_topics (article_id, topic_id)
      select ${copyId}::uuid, topic_id from article_topics where article_id = ${id} on conflict do nothing`)
    return { kind: 'duplicated' }
  })
}
