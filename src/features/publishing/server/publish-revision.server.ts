import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { isTextDifferent } from '#features/drafts/rules/article-form.ts'
import { refuseSponsoredBreaking } from '#features/drafts/rules/breaking.ts'
import { breakingOf, toColumns, toForm } from '#features/drafts/server/article-fields.server.ts'
import type { DraftState } from '#features/drafts/server/draft-state.server.ts'
import { listUploadNames } from '#features/media/rules/ended-rights.ts'
import { findEndedRights } from '#features/media/server/ended-rights.server.ts'
import { countBlockingNotes } from '#features/notes/server/notes.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { articles } from '#schema/articles.ts'
import { corrections, type publications } from '#schema/newsroom.ts'
import { refusePublication } from '../rules/publish-check.ts'
import { storeFeedVersion } from './feed-versions.server.ts'
import { decideFeedText, linkKeys } from './item-drafts.server.ts'
import { findCheckLevels } from './newsroom-settings.server.ts'
import { restoreArticle } from './removed-articles.server.ts'

/**
 * Lists why an article cannot be published at a time: missing required fields, ended rights, open blocking notes and
 * sponsored breaking news.
 */
export async function findRefusals(
  db: Db,
  articleId: string,
  form: ArticleForm,
  at: Date,
): Promise<string[]> {
  const blockingNotes = await countBlockingNotes(db, articleId)
  const endedRights = await findEndedRights(
    db,
    listUploadNames(form.imageUrl, form.content, form.socialImage ?? ''),
    at,
  )
  const sponsored = await refuseSponsored(db, articleId, form, at)
  const refusals = refusePublication(form, await findCheckLevels(db), { blockingNotes, endedRights })
  return sponsored ? [sponsored, ...refusals] : refusals
}

async function refuseSponsored(
  db: Db,
  articleId: string,
  form: ArticleForm,
  at: Date,
): Promise<string | undefined> {
  if (!form.isBreaking || form.sponsoredBy === null) return undefined
  const { breakingUntil, breakingEndsAt } = articles
  const [published] = await db
    .select({ breakingUntil, breakingEndsAt })
    .from(articles)
    .where(eq(articles.id, articleId))
  return refuseSponsoredBreaking(form, published ? breakingOf(published) : null, at)
}

/** Dated with the planned time. Call it in the transaction that locked the draft and finishes the publication. */
export async function publishRevision(
  tx: Db,
  state: DraftState,
  publication: typeof publications.$inferSelect,
  form: ArticleForm,
  by: Actor,
): Promise<void> {
  const { articleId: id, updateKind, plannedAt: at, correctionKind, reason } = publication
  const { liveState } = state.draft
  const entry = { by, subjectId: id, subject: form.title }
  const decided = await decideFeedText(tx, id, form, at)
  const isRestored = state.article === null && (await restoreArticle(tx, id))
  const [row] = await tx.select().from(articles).where(eq(articles.id, id))
  if (row) {
    const before = toForm(row)
    const isDetached = !decided.isFeedText && isTextDifferent(before, form)
    if (isDetached && row.origin === 'feed' && row.feedId !== null)
      await storeFeedVersion(
        tx,
        { articleId: id, feedId: row.feedId, hash: row.itemHash ?? '', form: before, at },
        false,
      )
    await tx
      .update(articles)
      .set({
        ...toColumns(form, at, breakingOf(row)),
        liveState,
        ...(updateKind !== 'minor' && { updatedAt: later(at, row.publishedAt) }),
        // Feeds write these fields; an editor's change detaches the article from its feed (decision 12).
        ...(decided.isFeedText
          ? { origin: 'feed', feedId: decided.feedId, itemHash: decided.itemHash }
          : isDetached && { origin: 'editor', feedId: null }),
      })
      .where(eq(articles.id, id))
    const action = isRestored ? 'article.republish' : 'article.update'
    await recordAudit(tx, { ...entry, action, changes: diffFields<ArticleForm>(before, form) })
  } else {
    const { feedId, itemHash } = decided
    const source = decided.isFeedText
      ? ({ origin: 'feed', feedId, itemHash } as const)
      : ({ origin: 'editor' } as const)
    await tx
      .insert(articles)
      .values({ ...toColumns(form, at, null), liveState, id, publishedAt: at, ...source })
    await linkKeys(tx, id, decided.keys)
    await recordAudit(tx, { ...entry, action: 'article.create', changes: diffFields<ArticleForm>({}, form) })
  }
  if (correctionKind)
    await tx
      .insert(corrections)
      .values({ id: randomUUID(), articleId: id, kind: correctionKind, text: reason, at, by: publication.by })
}

/** A clock may have been set back. */
function later(one: Date, other: Date): Date {
  return new Date(Math.max(one.getTime(), other.getTime()))
}
