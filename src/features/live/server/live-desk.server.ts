import { and, asc, desc, eq, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { type Account, hasCapability } from '#features/access/rules/access.ts'
import { showBlocksOfEach } from '#features/blocks/server/show-blocks.server.ts'
import type { LivePostState, LiveState } from '#kernel/newsroom-states.ts'
import type { Db } from '#platform/database/db.server.ts'
import { toNumberedPage } from '#platform/database/keyset.server.ts'
import { users } from '#schema/accounts.ts'
import { livePosts } from '#schema/live.ts'
import { drafts } from '#schema/newsroom.ts'
import { canManageCoverage, canReadCoverage, isPublishedAtOnce } from '../rules/live-access.ts'
import { coverageColumns, requireAccess, waitingPostsSetting } from './coverage.server.ts'
import { isShownPost, type PostRow, postColumns, sanitisePost } from './timeline.server.ts'

const PAGE_SIZE = 50
/** Posts that wait or were refused. */
const MAX_QUEUE = 200
const MAX_COVERAGES = 100

/** `body` is as it was entered, for the editor, and `html` as readers see it. Times are in ISO 8601. */
export type DeskPost = {
  id: string
  seq: number | null
  state: LivePostState
  headline: string
  body: string
  html: string
  byline: string
  isKey: boolean
  isPinned: boolean
  version: number
  isOwn: boolean
  by: string | null
  createdAt: string
  publishedAt: string | null
  editedAt: string | null
  correctedAt: string | null
  correction: string
  withdrawnAt: string | null
}

export type LiveDesk = {
  article: { id: string; title: string; isPublished: boolean; liveState: LiveState | null }
  /** Whether the person may edit, withdraw, restore and pin posts, and publish or refuse waiting ones. */
  canManage: boolean
  /** Whether new posts of the person are published at once. Otherwise, they wait for an editor. */
  isPublishedAtOnce: boolean
  /** Posts that wait or were refused, oldest first; without `canManage`, only the person's own. */
  queue: DeskPost[]
  /** Newest first; withdrawn ones only with `canManage`. */
  posts: DeskPost[]
  /** The `before` of the next page; null at the end. */
  next: number | null
}

/**
 * Returns null if the article does not exist.
 *
 * @param before the previous page's `next`
 */
export async function findDesk(
  db: Db,
  by: Account,
  { id, before }: { id: string; before?: number | undefined },
): Promise<LiveDesk | null> {
  const [coverage] = await db.select(coverageColumns).from(drafts).where(eq(drafts.id, id))
  if (!coverage || coverage.deletedAt) return null
  requireAccess(canReadCoverage(by, coverage))
  const canManage = canManageCoverage(by, coverage)
  const ofArticle = eq(livePosts.articleId, id)
  const published = and(
    ofArticle,
    eq(livePosts.state, 'published'),
    canManage ? undefined : isNull(livePosts.withdrawnAt),
    before === undefined ? undefined : lt(livePosts.seq, before),
  )
  const waiting = and(
    ofArticle,
    ne(livePosts.state, 'published'),
    canManage ? or(eq(livePosts.state, 'waiting'), eq(livePosts.by, by.id)) : eq(livePosts.by, by.id),
  )
  const [queue, rows, doOthersWait] = await Promise.all([
    before === undefined ? selectPosts(db, waiting).orderBy(asc(livePosts.createdAt)).limit(MAX_QUEUE) : [],
    selectPosts(db, published)
      .orderBy(desc(livePosts.seq))
      .limit(PAGE_SIZE + 1),
    waitingPostsSetting.isOn(db),
  ])
  const { items, next } = toNumberedPage(rows, PAGE_SIZE, ({ post }) => post.seq ?? 0)
  const shown = await toDeskPosts(db, by, [...queue, ...items])
  const { title, isPublished, liveState } = coverage
  return {
    article: { id, title, isPublished, liveState },
    canManage,
    isPublishedAtOnce: isPublishedAtOnce(by, coverage, doOthersWait),
    queue: shown.slice(0, queue.length),
    posts: shown.slice(queue.length),
    next,
  }
}

function selectPosts(db: Db, condition: SQL | undefined) {
  return db
    .select({ post: postColumns, by: users.name })
    .from(livePosts)
    .leftJoin(users, eq(users.id, livePosts.by))
    .where(condition)
    .$dynamic()
}

type Row = { post: PostRow; by: string | null }

async function toDeskPosts(db: Db, account: Account, rows: readonly Row[]): Promise<DeskPost[]> {
  const shown = await showBlocksOfEach(
    db,
    rows.map(({ post }) => sanitisePost(post.body)),
  )
  return rows.map(({ post, by }, index) => {
    const {
      articleId: _,
      by: author,
      createdAt,
      publishedAt,
      editedAt,
      correctedAt,
      withdrawnAt,
      ...rest
    } = post
    return {
      ...rest,
      by,
      isOwn: author === account.id,
      html: shown[index] ?? '',
      createdAt: createdAt.toISOString(),
      publishedAt: publishedAt?.toISOString() ?? null,
      editedAt: editedAt?.toISOString() ?? null,
      correctedAt: correctedAt?.toISOString() ?? null,
      withdrawnAt: withdrawnAt?.toISOString() ?? null,
    }
  })
}

/** `posts` counts the posts that readers see. */
export type CoverageEntry = {
  id: string
  title: string
  liveState: LiveState
  isPublished: boolean
  posts: number
  waiting: number
  lastPostAt: string | null
}

/** Lists ongoing coverage, then coverage that has ended, each newest first. */
export async function listCoverages(db: Db, by: Account): Promise<CoverageEntry[]> {
  const canReadAll = hasCapability(by, 'article.read-all')
  const { id, title, isPublished, liveState } = coverageColumns
  const countOf = (condition: SQL) =>
    sql<number>`(select count(*) from ${livePosts} where ${livePosts}.article_id = ${drafts}.id and ${condition})`.mapWith(
      Number,
    )
  const rows = await db
    .select({
      id,
      title,
      liveState,
      isPublished,
      posts: countOf(isShownPost),
      waiting: countOf(sql`${livePosts.state} = 'waiting'`),
      lastPostAt:
        sql<Date | null>`(select max(${livePosts.publishedAt}) from ${livePosts} where ${livePosts}.article_id = ${drafts}.id and ${livePosts.withdrawnAt} is null)`.mapWith(
          livePosts.publishedAt,
        ),
    })
    .from(drafts)
    .where(
      and(
        sql`${drafts.liveState} is not null`,
        isNull(drafts.deletedAt),
        canReadAll ? undefined : or(isPublished, eq(drafts.ownerId, by.id), eq(drafts.assigneeId, by.id)),
      ),
    )
    .orderBy(desc(drafts.liveState), desc(drafts.updatedAt))
    .limit(MAX_COVERAGES)
  return rows.map(({ liveState, lastPostAt, ...row }) => ({
    ...row,
    liveState: liveState ?? 'ended',
    lastPostAt: lastPostAt?.toISOString() ?? null,
  }))
}
