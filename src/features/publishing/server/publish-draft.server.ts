import { and, eq } from 'drizzle-orm'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import {
  type BaseText,
  readBaseText,
  type UnreadableText,
} from '#features/collaboration/server/base-text.server.ts'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { articleFormSchema } from '#features/drafts/rules/article-form.ts'
import { canPublishDraft } from '#features/drafts/rules/draft-access.ts'
import { isApproved, refuseAction } from '#features/drafts/rules/draft-status.ts'
import {
  type Correction,
  isSameCorrection,
  type UpdateChoice,
} from '#features/drafts/rules/publication-forms.ts'
import { hashForm, toForm } from '#features/drafts/server/article-fields.server.ts'
import {
  appendRevision,
  type DraftState,
  factsOf,
  importPublished,
} from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { findRevision } from '#features/drafts/server/revisions.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { publications, revisions } from '#schema/newsroom.ts'
import { refusePublicationTime } from '../rules/schedule-times.ts'
import { secondPersonSetting } from './newsroom-settings.server.ts'
import { findRefusals, publishRevision } from './publish-revision.server.ts'
import { correctionOf } from './review-draft.server.ts'
import { cancelSchedules } from './schedules.server.ts'

/** `updateKind` applies to a published article. */
export type PublishRequest = UpdateChoice & {
  id: string
  base: BaseText
  /** Chosen by the client, so that a retry publishes once. */
  publicationId: string
  /** Publishes this text, whatever is edited later. */
  plannedAt?: Date
  note?: string
}

export type PublishOutcome =
  | { kind: 'published'; formHash: string; revision: number }
  | { kind: 'scheduled'; formHash: string; revision: number; plannedAt: string }
  /** Nothing was written. */
  | { kind: 'refused'; reasons: string[] }
  | UnreadableText

/** Schedules it if planned. One transaction, which replaces an earlier schedule. */
export async function publishDraft(
  db: Db,
  by: DraftActor,
  request: PublishRequest,
  now: Date,
): Promise<PublishOutcome> {
  const { publicationId, id, base, updateKind, plannedAt, note } = request
  const correction = request.updateKind === 'correction' ? request.correction : undefined
  requireDraftAccess(canPublishDraft(by))
  const transaction = db.transaction(async (tx): Promise<PublishOutcome> => {
    const read = await readBaseText(tx, { id, base })
    const baseHash = read.kind === 'read' ? read.formHash : 'formHash' in base && base.formHash
    const earlier = baseHash && (await findOutcome(tx, request, baseHash))
    if (earlier) return earlier
    if (read.kind !== 'read') return read
    const { form, formHash, isNewest, laterEditors } = read
    const facts = { ...factsOf(read.state), formHash }
    const reasons = [...checkForm(form), ...(await findRefusals(tx, id, form, plannedAt ?? now))]
    const { ending } = read.state
    const timeRefusal =
      plannedAt && refusePublicationTime({ withdrawsAt: ending?.plannedAt ?? null }, plannedAt, now)
    if (timeRefusal) reasons.push(timeRefusal)
    const requiresSecondPerson = await secondPersonSetting.isOn(tx)
    const refusal = refuseAction('publish', facts, { requiresSecondPerson, isAuthor: false, updateKind })
    if (refusal) reasons.push(refusal)
    if (requiresSecondPerson && correction && !refusal && !isCorrectionApproved(read.state, correction))
      reasons.push(unapprovedCorrection())
    if (reasons.length > 0) throw new RefusedError(reasons)
    const { draft, article } = read.state
    const isUnchanged = article !== null && formHash === (await hashForm(tx, toForm(article)))
    if (isUnchanged && !correction && !plannedAt) {
      const last = await findRevision(tx, id, draft.lastRevision)
      const saved = { kind: 'save', form, by, at: now, note, isNewest, laterEditors } as const
      const revision = last?.formHash === formHash ? last.number : await appendRevision(tx, id, saved)
      return { kind: 'published', formHash, revision }
    }
    await cancelSchedules(tx, id, now, 'publish')
    const state = await importPublished(tx, read.state)
    const kind = correction ? 'correction' : 'publish'
    const revision = await appendRevision(tx, id, { kind, form, by, at: now, note, isNewest, laterEditors })
    const publication = {
      id: publicationId,
      articleId: id,
      kind: 'publish' as const,
      revision,
      updateKind: facts.published ? updateKind : null,
      correctionKind: correction?.kind,
      reason: correction?.text,
      by: by.id,
      approvedBy: isApproved(facts) ? state.review?.by : null,
      createdAt: now,
    }
    if (plannedAt) {
      const times = { plannedAt, nextAttemptAt: plannedAt }
      await tx.insert(publications).values({ ...publication, ...times, state: 'scheduled' })
      const changes = { plannedAt: { from: null, to: plannedAt.toISOString() } }
      await recordAudit(tx, { by, action: 'article.schedule', subjectId: id, subject: form.title, changes })
      return { kind: 'scheduled', formHash, revision, plannedAt: plannedAt.toISOString() }
    }
    const [stored] = await tx
      .insert(publications)
      .values({ ...publication, state: 'done', plannedAt: now, finishedAt: now })
      .returning()
    if (stored) await publishRevision(tx, state, stored, form, by)
    return { kind: 'published', formHash, revision }
  })
  return transaction.catch((error) => {
    if (error instanceof RefusedError) return { kind: 'refused', reasons: error.reasons }
    throw error
  })
}

/** Rolls the transaction back. */
class RefusedError extends Error {
  readonly reasons: string[]

  constructor(reasons: string[]) {
    super(reasons.join(' '))
    this.reasons = reasons
  }
}

/** Returns the outcome of an earlier request with this id and text, whose response may have been lost. */
async function findOutcome(
  tx: Db,
  { publicationId, id }: PublishRequest,
  formHash: string,
): Promise<PublishOutcome | null> {
  const [row] = await tx
    .select({ publication: publications, formHash: revisions.formHash })
    .from(publications)
    .innerJoin(
      revisions,
      and(eq(revisions.articleId, publications.articleId), eq(revisions.number, publications.revision)),
    )
    .where(and(eq(publications.id, publicationId), eq(publications.articleId, id)))
  if (!row) return null
  if (row.formHash !== formHash)
    return {
      kind: 'refused',
      reasons: [phrase('The text has changed since the first attempt. Publish it again.')],
    }
  const { state, revision, plannedAt } = row.publication
  const saved = { formHash: row.formHash, revision: revision ?? 0 }
  return state === 'done'
    ? { kind: 'published', ...saved }
    : { kind: 'scheduled', ...saved, plannedAt: plannedAt.toISOString() }
}

const unapprovedCorrection = () =>
  phrase(
    'Another person must approve the text of the correction before it is published. Submit it for review with the article.',
  )

function isCorrectionApproved({ review }: DraftState, correction: Correction): boolean {
  return review?.kind === 'approve' && isSameCorrection(correctionOf(review), correction)
}

function checkForm(form: ArticleForm): string[] {
  const parsed = articleFormSchema.safeParse(form)
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message)
}
