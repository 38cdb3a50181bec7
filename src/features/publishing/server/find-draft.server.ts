import { eq, sql } from 'drizzle-orm'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import type { ArticleForm } from '#features/drafts/rules/article-fields.ts'
import { isTextDifferent, withFeedText } from '#features/drafts/rules/article-form.ts'
import type { PublishedBreaking } from '#features/drafts/rules/breaking.ts'
import { canEditDraft, canPublishDraft, canReadDraft } from '#features/drafts/rules/draft-access.ts'
import {
  DRAFT_ACTIONS,
  type DraftAction,
  type DraftFacts,
  type DraftStatus,
  draftStatus,
  type ReviewKind,
  refuseAction,
  type UpdateKind,
} from '#features/drafts/rules/draft-status.ts'
import type { Correction } from '#features/drafts/rules/publication-forms.ts'
import { breakingOf, hashForm, readFields, toForm } from '#features/drafts/server/article-fields.server.ts'
import { type DraftState, factsOf, readState } from '#features/drafts/server/draft-state.server.ts'
import { type DraftActor, requireDraftAccess } from '#features/drafts/server/require-draft-access.server.ts'
import { toArticleImage } from '#features/media/server/shown-image.server.ts'
import type { ArticleImage } from '#kernel/article.ts'
import { isUuid } from '#kernel/uuid.ts'
import type { Db } from '#platform/database/db.server.ts'
import { users } from '#schema/accounts.ts'
import { articles } from '#schema/articles.ts'
import { feeds } from '#schema/feeds.ts'
import { heldItems } from '#schema/newsroom.ts'
import { canDelete } from './bin.server.ts'
import { type FailedPublication, findFailedPublication } from './failed-publication.server.ts'
import { type FeedVersion, findFeedVersion } from './feed-versions.server.ts'
import { findFeedTexts } from './item-drafts.server.ts'
import { secondPersonSetting } from './newsroom-settings.server.ts'
import { correctionOf, isAuthorOf } from './review-draft.server.ts'

/** Times are ISO 8601, UTC. */
export type Draft = {
  id: string
  form: ArticleForm
  /** Hash of the stored form. */
  formHash: string
  status: DraftStatus
  /** Zero until a feed article is saved. */
  lastRevision: number
  /** Null unless readers can see the article. */
  publishedAt: string | null
  /** When the version that readers see was updated. */
  updatedAt: string | null
  /** Null unless readers can see the article. */
  breaking: PublishedBreaking | null
  scheduled: {
    publicationId: string
    revision: number
    plannedAt: string
    by: string | null
    /** Null for a first publication. */
    updateKind: UpdateKind | null
    correction: Correction | null
  } | null
  /** The scheduled withdrawal. */
  ending: { plannedAt: string; reason: string; by: string | null } | null
  failedPublication: FailedPublication | null
  withdrawal: { at: string; reason: string } | null
  /** Since the last publication. `by` is a name. */
  review: {
    kind: ReviewKind
    by: string | null
    at: string
    note: string
    correction: Correction | null
  } | null
  /** Possible now, and permitted to the account. */
  actions: DraftAction[]
  canDelete: boolean
  image: ArticleImage | null
  /** Readers have the same image, and its variants exist. */
  isImagePublished: boolean
  /** The feed of the item, or of the article. */
  feed: string | null
  /** Only what readers see, if the draft was edited; nothing once an editor's text is published, or an item was edited. */
  feedUpdates: 'text' | 'published-text' | 'nothing'
  /** The feed gives no date for the article. */
  isDateEstimated: boolean
  /** The feed's text that is newer than the edits, unless somebody dismissed it. */
  newerFeedText: { hash: string; form: ArticleForm; at: string } | null
  /** The source has deleted the item, which awaits a decision. */
  deletion: { hash: string; at: string } | null
  /** The feed's newest text waits for a decision. */
  isHeld: boolean
  /** Account ids. */
  owner: string | null
  assignee: string | null
}

/**
 * Feed articles get a draft once they are saved. Null for articles in the bin.
 *
 * @throws ForbiddenError
 */
export async function findDraft(
  db: Db,
  id: string,
  by: DraftActor = COMMAND_LINE_ACTOR,
): Promise<Draft | null> {
  if (!isUuid(id)) return null
  const [state, article, held, version, failedPublication] = await Promise.all([
    readState(db, id),
    findPublished(db, id),
    findHeldFeed(db, id),
    findFeedVersion(db, id),
    findFailedPublication(db, id),
  ])
  if (state?.draft.deletedAt || (!state && !article)) return null
  requireDraftAccess(canReadDraft(by, state?.draft ?? NOBODY))
  const shown = await chooseForm(db, state, article?.row)
  const common = {
    id,
    ...shown,
    publishedAt: article?.row.publishedAt.toISOString() ?? null,
    updatedAt: article?.row.updatedAt?.toISOString() ?? null,
    breaking: article ? breakingOf(article.row) : null,
    image: toArticleImage(shown.form.imageUrl || null),
    isImagePublished: article !== undefined && (article.row.imageUrl ?? '') === shown.form.imageUrl,
    feed: held?.feed ?? article?.feed ?? (version && (await findFeedName(db, version.feedId))),
    isHeld: held !== undefined,
    isDateEstimated: article !== undefined && article.row.origin !== 'editor' && !article.row.isDated,
    feedUpdates: await findFeedUpdates(db, state, { article, held, form: shown.form }),
    deletion:
      version?.isOffered && version.deletedAt
        ? { hash: version.hash, at: version.deletedAt.toISOString() }
        : null,
    newerFeedText:
      version?.isOffered && !version.deletedAt && isTextDifferent(version.form, shown.form)
        ? toOffer(version, shown.form)
        : null,
  }
  if (!state)
    return {
      ...common,
      status: 'published',
      lastRevision: 0,
      scheduled: null,
      ending: null,
      failedPublication: null,
      withdrawal: null,
      review: null,
      actions: await listActions(db, by, undefined),
      canDelete: canPublishDraft(by),
      owner: null,
      assignee: null,
    }
  const { draft, scheduled, ending, done, review } = state
  const facts = factsOf(state)
  return {
    ...common,
    status: draftStatus(facts),
    lastRevision: draft.lastRevision,
    scheduled: scheduled && {
      publicationId: scheduled.id,
      revision: scheduled.revision ?? 0,
      plannedAt: scheduled.plannedAt.toISOString(),
      by: scheduled.by && (await findName(db, scheduled.by)),
      updateKind: scheduled.updateKind,
      correction: scheduled.correctionKind && { kind: scheduled.correctionKind, text: scheduled.reason },
    },
    ending: ending && {
      plannedAt: ending.plannedAt.toISOString(),
      reason: ending.reason,
      by: ending.by && (await findName(db, ending.by)),
    },
    failedPublication,
    withdrawal:
      facts.isWithdrawn && done
        ? { at: (done.finishedAt ?? done.plannedAt).toISOString(), reason: done.reason }
        : null,
    review:
      review && review.revision > (facts.published?.revision ?? 0)
        ? {
            kind: review.kind,
            by: review.by && (await findName(db, review.by)),
            at: review.at.toISOString(),
            note: review.note,
            correction: correctionOf(review),
          }
        : null,
    actions: await listActions(db, by, state),
    canDelete: canDelete(by, state),
    owner: draft.ownerId,
    assignee: draft.assigneeId,
  }
}

async function listActions(db: Db, by: DraftActor, state: DraftState | undefined): Promise<DraftAction[]> {
  const requiresSecondPerson = await secondPersonSetting.isOn(db)
  const context = {
    requiresSecondPerson,
    // Otherwise people publish corrections without a review.
    hasCorrection: requiresSecondPerson,
    isAuthor: state !== undefined && (await isAuthorOf(db, state, by)),
  }
  const facts = state ? factsOf(state) : UNEDITED
  const canEdit = canEditDraft(by, state?.draft ?? NOBODY)
  return DRAFT_ACTIONS.filter(
    (action) =>
      (action === 'submit' ? canEdit : canPublishDraft(by)) && refuseAction(action, facts, context) === null,
  )
}

const NOBODY = { ownerId: null, assigneeId: null }

const UNEDITED: DraftFacts = {
  formHash: '',
  isEmpty: false,
  hasAssignee: false,
  isPublished: true,
  isWithdrawn: false,
  published: { revision: 0, formHash: '' },
  isScheduled: false,
  review: null,
}

/** Returns the published text instead of an unedited draft, since a feed may have changed it. */
async function chooseForm(
  db: Db,
  state: DraftState | undefined,
  article: typeof articles.$inferSelect | undefined,
): Promise<{ form: ArticleForm; formHash: string }> {
  const isEdited = state && state.draft.formHash !== state.published?.formHash
  if (state && (isEdited || !article))
    return { form: readFields(state.draft.fields), formHash: state.draft.formHash }
  if (!article) throw new Error('There is neither a draft nor an article')
  const form = toForm(article)
  return { form, formHash: await hashForm(db, form) }
}

const feedName = sql<string | null>`coalesce(nullif(${feeds.title}, ''), ${feeds.url})`

async function findPublished(db: Db, id: string) {
  const [found] = await db
    .select({ row: articles, feed: feedName })
    .from(articles)
    .leftJoin(feeds, eq(feeds.id, articles.feedId))
    .where(eq(articles.id, id))
  return found
}

async function findFeedName(db: Db, id: string): Promise<string | null> {
  const [feed] = await db.select({ name: feedName }).from(feeds).where(eq(feeds.id, id))
  return feed?.name ?? null
}

type TextSource = {
  article: Awaited<ReturnType<typeof findPublished>>
  held: Awaited<ReturnType<typeof findHeldFeed>>
  form: ArticleForm
}

async function findFeedUpdates(
  db: Db,
  state: DraftState | undefined,
  { article, held, form }: TextSource,
): Promise<Draft['feedUpdates']> {
  if (held) {
    const texts = await findFeedTexts(db, held.id, [held.revision, state?.published?.revision])
    return texts.some((text) => !isTextDifferent(text, form)) ? 'text' : 'nothing'
  }
  if (!article?.feed) return 'nothing'
  return isTextDifferent(toForm(article.row), form) ? 'published-text' : 'text'
}

function toOffer({ hash, form, at }: FeedVersion, shown: ArticleForm): Draft['newerFeedText'] {
  return { hash, form: withFeedText(shown, form), at: at.toISOString() }
}

async function findHeldFeed(db: Db, id: string) {
  const [held] = await db
    .select({ id: heldItems.articleId, revision: heldItems.revision, feed: feedName })
    .from(heldItems)
    .leftJoin(feeds, eq(feeds.id, heldItems.feedId))
    .where(eq(heldItems.articleId, id))
  return held
}

async function findName(db: Db, userId: string): Promise<string | null> {
  const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId))
  return user?.name ?? null
}
