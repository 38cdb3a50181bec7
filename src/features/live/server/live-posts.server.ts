import { and, eq, max, sql } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { diffFields } from '#features/audit/rules/diff-fields.ts'
import { limitStorage } from '#features/audit/server/limit-storage.server.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { listUploadNames } from '#features/media/rules/ended-rights.ts'
import { findEndedRights } from '#features/media/server/ended-rights.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Db } from '#platform/database/db.server.ts'
import { livePosts } from '#schema/live.ts'
import { canManageCoverage, canReadCoverage, isPublishedAtOnce } from '../rules/live-access.ts'
import {
  findPostProblems,
  type LivePostForm,
  MAX_LIVE_POSTS,
  MAX_UNPUBLISHED_POSTS,
  postLabel,
} from '../rules/live-post.ts'
import { type Coverage, lockCoverage, requireAccess, waitingPostsSetting } from './coverage.server.ts'
import { type PostRow as Post, postColumns } from './timeline.server.ts'

type Refused = { kind: 'refused'; reasons: string[] }
type Gone = { kind: 'gone' }

export type CreatePostOutcome = { kind: 'published' | 'waiting' } | Refused | Gone

/** `outdated`: the post was changed after the version that was edited. */
type ChangePostOutcome = { kind: 'changed' } | { kind: 'outdated' } | Refused | Gone

export type NewPost = LivePostForm & { id: string; articleId: string; isPinned: boolean }

/**
 * Publishes a post, or stores it for an editor.
 *
 * @param post.id chosen by the client, so that a retry publishes once
 */
export async function createPost(db: Db, by: Account, post: NewPost, now: Date): Promise<CreatePostOutcome> {
  return db.transaction(async (tx) => {
    const coverage = await lockCoverage(tx, post.articleId)
    if (!coverage) return { kind: 'gone' }
    requireAccess(canReadCoverage(by, coverage))
    const known = await findPost(tx, post.id)
    if (known) {
      requireAccess(known.by === by.id && known.articleId === post.articleId)
      return resend(tx, { by, coverage, known }, post, now)
    }
    if (coverage.liveState !== 'live') return refused(notLive(coverage))
    if ((await tx.$count(livePosts, eq(livePosts.articleId, post.articleId))) >= MAX_LIVE_POSTS)
      return refused(
        phrase('A live article can have {max} posts at most. Continue in another article.', {
          max: MAX_LIVE_POSTS,
        }),
      )
    const isPublished = isPublishedAtOnce(by, coverage, await waitingPostsSetting.isOn(tx))
    if (!isPublished && (await countUnpublished(tx, by, post.articleId)) >= MAX_UNPUBLISHED_POSTS)
      return refused(
        phrase(
          '{max} of your posts are waiting or were refused. Ask an editor to publish some of them first.',
          { max: MAX_UNPUBLISHED_POSTS },
        ),
      )
    const problems = await findProblems(tx, post, now)
    if (problems.length > 0) return refused(...problems)
    await limitStorage(by, post.body.length)
    const isPinned = post.isPinned && isPublished && canManageCoverage(by, coverage)
    if (isPinned) await unpinOthers(tx, post.articleId)
    const { id, articleId, headline, body, byline, isKey } = post
    await tx.insert(livePosts).values({
      ...{ id, articleId, headline, body, byline, isKey, isPinned, by: by.id, createdAt: now },
      ...(isPublished ? await publication(tx, articleId, now) : { state: 'waiting' }),
    })
    await audit(tx, by, isPublished ? 'publish' : 'create', coverage, post)
    return { kind: isPublished ? 'published' : 'waiting' }
  })
}

function countUnpublished(tx: Db, by: Account, articleId: string): Promise<number> {
  const { state } = livePosts
  return tx.$count(
    livePosts,
    and(eq(livePosts.articleId, articleId), eq(livePosts.by, by.id), sql`${state} <> 'published'`),
  )
}

/**
 * Handles a post that was stored before, by a request whose response was lost. If it has changed since, it replaces the
 * stored one, provided that it could be sent now.
 */
async function resend(
  tx: Db,
  { by, coverage, known }: { by: Account; coverage: Coverage; known: Post },
  post: NewPost,
  now: Date,
): Promise<CreatePostOutcome> {
  const kind = known.state === 'published' ? 'published' : 'waiting'
  const form = fieldsOf(post)
  const changes = diffFields(fieldsOf(known), form)
  if (Object.keys(changes).length === 0) return { kind }
  const isAllowed = kind === 'waiting' || isPublishedAtOnce(by, coverage, await waitingPostsSetting.isOn(tx))
  if (known.version > 1 || !isAllowed)
    return refused(
      phrase(
        'An earlier version of this post was sent and can no longer be replaced. Copy your text to a new post.',
      ),
    )
  if (coverage.liveState !== 'live') return refused(notLive(coverage))
  const problems = await findProblems(tx, post, now)
  if (problems.length > 0) return refused(...problems)
  await limitStorage(by, form.body.length)
  await tx
    .update(livePosts)
    .set({ ...form, version: 2, ...(kind === 'published' && isTextChanged(changes) && { editedAt: now }) })
    .where(eq(livePosts.id, known.id))
  await audit(tx, by, 'edit', coverage, post, changes)
  return { kind }
}

/** Returns the fields that the form changes. */
function fieldsOf({ headline, body, byline, isKey }: LivePostForm): LivePostForm {
  return { headline, body, byline, isKey }
}

function isTextChanged(changes: object): boolean {
  return 'headline' in changes || 'body' in changes || 'byline' in changes
}

type PostEdit = LivePostForm & {
  id: string
  /** The version that the person has edited. */
  version: number
  /** The public note of a correction; undefined for other edits. */
  correction?: string | undefined
}

/** Saves an edit or a correction, which readers see as such. People may edit their own posts while these wait. */
export async function editPost(db: Db, by: Account, edit: PostEdit, now: Date): Promise<ChangePostOutcome> {
  return db.transaction(async (tx) => {
    const found = await lockPost(tx, edit.id)
    if (!found) return { kind: 'gone' }
    const { coverage, post } = found
    const isManaged = canManageCoverage(by, coverage)
    requireAccess(isManaged || (post.by === by.id && post.state === 'waiting'))
    const { correction } = edit
    const form = fieldsOf(edit)
    const isPublished = post.state === 'published'
    const changes = diffFields(
      { ...fieldsOf(post), correction: post.correction },
      { ...form, correction: isPublished ? (correction ?? post.correction) : '' },
    )
    if (Object.keys(changes).length === 0) return { kind: 'changed' }
    if (post.version !== edit.version) return { kind: 'outdated' }
    const problems = await findProblems(tx, edit, now)
    if (problems.length > 0) return refused(...problems)
    await limitStorage(by, form.body.length)
    await tx
      .update(livePosts)
      .set({
        ...form,
        version: post.version + 1,
        ...(isPublished && correction !== undefined && { correction, correctedAt: now }),
        ...(isPublished && correction === undefined && isTextChanged(changes) && { editedAt: now }),
      })
      .where(eq(livePosts.id, post.id))
    await audit(tx, by, isPublished && correction !== undefined ? 'correct' : 'edit', coverage, edit, changes)
    return { kind: 'changed' }
  })
}

export const POST_ACTIONS = ['publish', 'refuse', 'withdraw', 'restore', 'pin', 'unpin'] as const

export type PostAction = (typeof POST_ACTIONS)[number]

/** Applies an action, which changes nothing if it is repeated. People may refuse their own posts while these wait. */
export async function changePost(
  db: Db,
  by: Account,
  { id, action }: { id: string; action: PostAction },
  now: Date,
): Promise<ChangePostOutcome> {
  return db.transaction(async (tx) => {
    const found = await lockPost(tx, id)
    if (!found) return { kind: 'gone' }
    const { coverage, post } = found
    const isOwnWaiting = post.by === by.id && post.state === 'waiting' && action === 'refuse'
    requireAccess(canManageCoverage(by, coverage) || isOwnWaiting)
    const change = await applyAction(tx, { action, post, coverage, now })
    if (change === undefined) return { kind: 'changed' }
    if ('kind' in change) return change
    await tx
      .update(livePosts)
      .set({ ...change, version: post.version + 1 })
      .where(eq(livePosts.id, id))
    await audit(tx, by, action, coverage, post)
    return { kind: 'changed' }
  })
}

/** Returns the changes of the post; undefined if there is nothing to do. */
async function applyAction(
  tx: Db,
  { action, post, coverage, now }: { action: PostAction; post: Post; coverage: Coverage; now: Date },
): Promise<Partial<Post> | Refused | undefined> {
  const isPublished = post.state === 'published'
  const isShown = isPublished && post.withdrawnAt === null
  switch (action) {
    case 'publish': {
      if (isPublished) return undefined
      if (coverage.liveState !== 'live') return refused(notLive(coverage))
      const problems = await findProblems(tx, post, now)
      return problems.length > 0 ? refused(...problems) : publication(tx, post.articleId, now)
    }
    case 'refuse':
      if (isPublished) return refused(phrase('The post is already published. Withdraw it instead.'))
      return post.state === 'refused' ? undefined : { state: 'refused' }
    case 'withdraw':
      return isShown ? { withdrawnAt: now, isPinned: false } : undefined
    case 'restore':
      return isPublished && !isShown ? { withdrawnAt: null } : undefined
    case 'pin':
      if (!isShown) return refused(phrase('Readers cannot see the post.'))
      if (post.isPinned) return undefined
      await unpinOthers(tx, post.articleId)
      return { isPinned: true }
    case 'unpin':
      return post.isPinned ? { isPinned: false } : undefined
  }
}

async function findPost(tx: Db, id: string): Promise<Post | undefined> {
  const [post] = await tx.select(postColumns).from(livePosts).where(eq(livePosts.id, id))
  return post
}

/** Locks the coverage of a post, then reads the post. */
async function lockPost(tx: Db, id: string): Promise<{ post: Post; coverage: Coverage } | undefined> {
  const known = await findPost(tx, id)
  const coverage = known && (await lockCoverage(tx, known.articleId))
  const post = coverage && (await findPost(tx, id))
  return post && { post, coverage }
}

/** Returns the columns of a post that is published now. The coverage must be locked, for the number of the post. */
async function publication(tx: Db, articleId: string, now: Date) {
  const [last] = await tx
    .select({ seq: max(livePosts.seq) })
    .from(livePosts)
    .where(eq(livePosts.articleId, articleId))
  return { state: 'published', seq: (last?.seq ?? 0) + 1, publishedAt: now } as const
}

async function unpinOthers(tx: Db, articleId: string): Promise<void> {
  await tx
    .update(livePosts)
    .set({ isPinned: false, version: sql`${livePosts.version} + 1` })
    .where(and(eq(livePosts.articleId, articleId), livePosts.isPinned))
}

async function findProblems(
  tx: Db,
  post: Pick<LivePostForm, 'headline' | 'body'>,
  now: Date,
): Promise<string[]> {
  const ended = await findEndedRights(tx, listUploadNames('', post.body), now)
  return [
    ...findPostProblems(post),
    ...ended.map(({ title }) =>
      phrase('The rights to the image “{title}” have ended. Remove the image from the post.', { title }),
    ),
  ]
}

function notLive({ liveState }: Coverage): string {
  return liveState === 'ended'
    ? phrase('The live coverage has ended. Resume it to publish posts.')
    : phrase('The article has no live coverage. Start it to publish posts.')
}

function refused(...reasons: string[]): Refused {
  return { kind: 'refused', reasons }
}

async function audit(
  tx: Db,
  by: Account,
  action: PostAction | 'create' | 'edit' | 'correct',
  { id, title }: Coverage,
  post: Pick<LivePostForm, 'headline' | 'body'>,
  changes: Parameters<typeof recordAudit>[1]['changes'] = {},
): Promise<void> {
  const subject = `${title || 'Untitled'}: ${postLabel(post)}`
  await recordAudit(tx, { by, action: `live-post.${action}`, subjectId: id, subject, changes })
}
