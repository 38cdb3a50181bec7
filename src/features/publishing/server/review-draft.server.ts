import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import {
  type BaseText,
  readBaseText,
  type UnreadableText,
} from '#features/collaboration/server/base-text.server.ts'
import { canEditDraft, canPublishDraft } from '#features/drafts/rules/draft-access.ts'
import {
  type DraftStatus,
  draftStatus,
  type ReviewKind,
  refuseAction,
} from '#features/drafts/rules/draft-status.ts'
import { type Correction, isSameCorrection } from '#features/drafts/rules/publication-forms.ts'
import {
  appendRevision,
  type DraftState,
  factsOf,
  findAuthors,
  readState,
  storeNewestRevision,
} from '#features/drafts/server/draft-state.server.ts'
import { listDraftReaders, listPublishers } from '#features/drafts/server/list-staff.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { closeReviewRequests, notifyPeople } from '#features/inbox/server/inbox.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { reviews } from '#schema/newsroom.ts'
import { secondPersonSetting } from './newsroom-settings.server.ts'

export type ReviewRequest = {
  kind: ReviewKind
  id: string
  base: BaseText
  note: string
  /** To be published with the text; for an approval, as the person has seen it. */
  correction?: Correction | null
}

export type ReviewOutcome =
  | { kind: 'reviewed'; revision: number; status: DraftStatus }
  | { kind: 'refused'; reasons: string[] }
  | UnreadableText

const AUDIT_ACTIONS = {
  submit: 'article.submit',
  approve: 'article.approve',
  'request-changes': 'article.request-changes',
} as const

const REVIEW_EVENTS = { approve: 'approval', 'request-changes': 'change-request' } as const

/** Submits a draft for review, approves it or requests changes (newsroom §2, Review). */
export async function reviewDraft(
  db: Db,
  by: DraftActor,
  { kind, id, base, note, correction = null }: ReviewRequest,
  now: Date,
): Promise<ReviewOutcome> {
  return db.transaction(async (tx) => {
    const read = await readBaseText(tx, { id, base })
    if (read.kind !== 'read') return read
    const { state, form, formHash, isNewest, laterEditors } = read
    requireDraftAccess(kind === 'submit' ? canEditDraft(by, state.draft) : canPublishDraft(by))
    // A decision must be about the current text.
    if (kind !== 'submit' && formHash !== state.draft.formHash) return { kind: 'outdated' }
    const submitted = state.review?.kind === 'submit' ? correctionOf(state.review) : null
    if (kind === 'approve' && !isSameCorrection(submitted, correction)) return { kind: 'outdated' }
    const requiresSecondPerson = await secondPersonSetting.isOn(tx)
    const isAuthor = kind === 'approve' && (await isAuthorOf(tx, state, by))
    const facts = {
      ...factsOf(state),
      formHash,
      isEmpty: form.summary === '' && form.content === '',
    }
    const refusal = refuseAction(kind, facts, {
      requiresSecondPerson,
      isAuthor,
      hasCorrection: correction !== null,
    })
    if (refusal) return { kind: 'refused', reasons: [refusal] }
    const revision =
      kind === 'submit'
        ? await appendRevision(tx, id, { kind: 'submit', form, by, at: now, note, isNewest, laterEditors })
        : await storeNewestRevision(tx, state, form, now)
    const reviewed = { articleId: id, revision, kind, by: by.id, at: now, note }
    const texts = { correctionKind: correction?.kind, correctionText: correction?.text }
    await tx.insert(reviews).values({ id: randomUUID(), ...reviewed, ...texts })
    await notifyReview(tx, kind, state.draft, by)
    const subject = form.title || 'Untitled'
    const changes = diffFields({ note: '', correction: '' }, { note, correction: correction?.text ?? '' })
    await recordAudit(tx, { by, action: AUDIT_ACTIONS[kind], subjectId: id, subject, changes })
    const after = (await readState(tx, id)) ?? state
    return { kind: 'reviewed', revision, status: draftStatus(factsOf(after)) }
  })
}

/** Notifies those who can decide, or who wait for the decision. */
async function notifyReview(tx: Db, kind: ReviewKind, draft: DraftState['draft'], by: DraftActor) {
  const articleId = draft.id
  if (kind === 'submit') {
    const to = (await listPublishers(tx)).map(({ id }) => id)
    return notifyPeople(tx, { kind: 'review-request', articleId, by, to })
  }
  await closeReviewRequests(tx, articleId)
  const [submitted] = await tx
    .select({ by: reviews.by })
    .from(reviews)
    .where(and(eq(reviews.articleId, articleId), eq(reviews.kind, 'submit')))
    .orderBy(desc(reviews.seq))
    .limit(1)
  const readers = new Set((await listDraftReaders(tx, draft)).map(({ id }) => id))
  const to = [draft.ownerId, draft.assigneeId, submitted?.by ?? null].filter((id) => id && readers.has(id))
  return notifyPeople(tx, { kind: REVIEW_EVENTS[kind], articleId, by, to })
}

/** Whether the person wrote part of the unpublished text, or its correction. */
export async function isAuthorOf(tx: Db, state: DraftState, by: Actor): Promise<boolean> {
  if (by.id === null) return false
  if (state.review && correctionOf(state.review) && state.review.by === by.id) return true
  return (await findAuthors(tx, state)).includes(by.id)
}

export function correctionOf({
  correctionKind: kind,
  correctionText: text,
}: NonNullable<DraftState['review']>): Correction | null {
  return kind && { kind, text }
}
