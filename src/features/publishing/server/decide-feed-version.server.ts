import { eq } from 'drizzle-orm'
import { limitStorage } from '#features/audit/server/limit-storage.server.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { isTextDifferent, withFeedText } from '#features/drafts/rules/article-form.ts'
import { canEditDraft } from '#features/drafts/rules/draft-access.ts'
import { readFields } from '#features/drafts/server/article-fields.server.ts'
import { replaceFields } from '#features/drafts/server/draft-document.server.ts'
import { appendRevision, lockDraft, storeNewestRevision } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { drafts, feedVersions } from '#schema/newsroom.ts'
import { findFeedVersion } from './feed-versions.server.ts'

export type FeedVersionDecision = {
  id: string
  /** The hash of the version that the person has seen. */
  hash: string
  decision: 'use' | 'dismiss'
}

const dismissedText = () => phrase('Somebody else has dismissed this version.')

/**
 * Replaces the text of a draft with the newer one of its feed, or dismisses that. The replaced text remains a revision.
 *
 * @throws ForbiddenError
 */
export async function decideFeedVersion(
  db: Db,
  by: DraftActor,
  { id, hash, decision }: FeedVersionDecision,
  now: Date,
): Promise<{ kind: 'decided' | 'gone' } | { kind: 'refused'; reasons: string[] }> {
  return db.transaction(async (tx) => {
    const state = await lockDraft(tx, id)
    if (!state || state.draft.deletedAt) return { kind: 'gone' }
    const { draft } = state
    requireDraftAccess(canEditDraft(by, draft))
    const version = await findFeedVersion(tx, id)
    if (version?.hash !== hash || (decision === 'use' && version.deletedAt))
      return { kind: 'refused', reasons: [phrase('The feed has sent another version. Compare it first.')] }
    const before = readFields(draft.fields)
    if (!version.isOffered) {
      // Otherwise a retried request.
      const isDismissed = decision === 'use' && isTextDifferent(before, version.form)
      return isDismissed ? { kind: 'refused', reasons: [dismissedText()] } : { kind: 'decided' }
    }
    await tx.update(feedVersions).set({ isOffered: false }).where(eq(feedVersions.articleId, id))
    const subject = version.form.title || before.title || 'Untitled'
    if (decision === 'dismiss') {
      await recordAudit(tx, { by, action: 'draft.dismiss-feed-text', subjectId: id, subject, changes: {} })
      return { kind: 'decided' }
    }
    const form = withFeedText(before, version.form)
    await limitStorage(by, Buffer.byteLength(JSON.stringify(form)))
    const from = await storeNewestRevision(tx, state, before, now)
    await replaceFields(tx, id, form, now)
    await tx.update(drafts).set({ updatedBy: by.id }).where(eq(drafts.id, id))
    // A person who imports a text into a draft is one of its authors.
    const entry = {
      kind: 'restore',
      note: 'Newer text of the feed',
      form,
      by,
      at: now,
      isNewest: true,
    } as const
    const to = await appendRevision(tx, id, entry)
    const changes = { revision: { from, to } }
    await recordAudit(tx, { by, action: 'draft.use-feed-text', subjectId: id, subject, changes })
    return { kind: 'decided' }
  })
}
