import { and, desc, eq, getTableColumns, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { BLOCK_MARKUP } from '#features/blocks/rules/blocks.ts'
import { showEmbeds } from '#features/blocks/rules/show-embeds.ts'
import { linkBlocksOfEach, showBlocksOfEach } from '#features/blocks/server/show-blocks.server.ts'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { articlePath } from '#kernel/article-path.ts'
import type { LiveState } from '#kernel/newsroom-states.ts'
import { formatBody } from '#kernel/text/body.ts'
import { writeJsonLd } from '#kernel/text/text.ts'
import { isUuid } from '#kernel/uuid.ts'
import { memoiseText } from '#platform/cache/memoise-text.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags, preventCaching } from '#platform/http/render-context.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { sanitiseOwnBody } from '#platform/render/sanitise.server.ts'
import { articles } from '#schema/articles.ts'
import { isShown, livePosts } from '#schema/live.ts'
import { liveBlogJsonLd } from '../rules/live-blog-json-ld.ts'
import { MAX_LIVE_POSTS, postLabel } from '../rules/live-post.ts'
import type { KeyEvent, ShownPost, Timeline, TimelineParts } from '../rules/timeline.ts'
import { writeFeedPost, writeParts, writeTimeline } from '../rules/write-timeline.ts'

/** Posts of a page. */
const TIMELINE_SIZE = 50
const MAX_KEY_EVENTS = 30
const FEED_POSTS = 10
/** The beginning of a text, from which the label of a post is written. */
export const LABEL_CHARACTERS = 2_000

/** Whether readers see the post. */
export const isShownPost = isShown(livePosts)

type LiveArticle = {
  id: string
  title: string
  slug: string | null
  publishedAt: Date
  liveState: LiveState | null
}

/**
 * Returns the live coverage of a published article in HTML, with its structured data; empty if it has none. `showBlocks`
 * adds the current data of its blocks.
 *
 * @param post the id of the first post to show, for an earlier page or a link to a post. An unknown id shows the newest
 * page
 */
export async function showTimeline(db: Db, article: LiveArticle, post: string | undefined, now: Date) {
  const { liveState } = article
  if (liveState === null) {
    if (post !== undefined) preventCaching()
    return ''
  }
  const timeline = await findTimeline(db, { ...article, liveState }, post)
  const { siteName } = await findPublicSettings(db)
  const data = liveBlogJsonLd(
    timeline,
    { title: article.title, publishedAt: article.publishedAt.toISOString() },
    { siteName, origin: siteOrigin() },
  )
  const page = timeline.hasNewer ? (post ?? '') : ''
  return `${writeTimeline(timeline, now, page)}<script type="application/ld+json">${writeJsonLd(data)}</script>`
}

/** Returns the parts that open pages replace; null if readers cannot see live coverage of the article. */
export async function findTimelineParts(
  db: Db,
  { id, post }: { id: string; post?: string | undefined },
  now: Date,
): Promise<TimelineParts | null> {
  addPageTags(`article:${id}`, `live:${id}`)
  const { title, slug, publishedAt, liveState } = articles
  const [article] = await db
    .select({ title, slug, publishedAt, liveState })
    .from(articles)
    .where(eq(articles.id, id))
  if (!article?.liveState) {
    preventCaching()
    return null
  }
  const timeline = await findTimeline(db, { ...article, id, liveState: article.liveState }, post)
  const { posts, head, ...rest } = writeParts(timeline, now)
  const [shownHead = '', ...shown] = await showBlocksOfEach(db, [head, ...posts.map((one) => one.html)])
  return {
    ...rest,
    head: shownHead,
    posts: posts.map((one, index) => ({ ...one, html: shown[index] ?? '' })),
  }
}

async function findTimeline(
  db: Db,
  { id, title, slug, liveState }: Pick<LiveArticle, 'id' | 'title' | 'slug'> & { liveState: LiveState },
  post: string | undefined,
): Promise<Timeline> {
  addPageTags(`live:${id}`)
  const start = post === undefined ? undefined : await findSeq(db, id, post)
  // Anybody can invent posts, which would fill the cache.
  if (post !== undefined && start === undefined) preventCaching()
  const ofArticle = and(eq(livePosts.articleId, id), isShownPost)
  const [rows, newer, pinned, keyEvents] = await Promise.all([
    listPosts(
      db,
      and(ofArticle, start === undefined ? undefined : lte(livePosts.seq, start)),
      TIMELINE_SIZE + 1,
    ),
    start === undefined ? [] : listPosts(db, and(ofArticle, gt(livePosts.seq, start)), 1),
    listPosts(db, and(ofArticle, livePosts.isPinned), 1),
    listKeyEvents(db, ofArticle),
  ])
  const hasNewer = newer.length > 0
  return {
    articleId: id,
    path: articlePath({ id, title, slug }),
    state: liveState,
    posts: rows.slice(0, TIMELINE_SIZE).map(toShownPost),
    pinned: pinned[0] && !hasNewer ? toShownPost(pinned[0]) : null,
    keyEvents,
    hasNewer,
    next: rows[TIMELINE_SIZE]?.id ?? null,
  }
}

async function findSeq(db: Db, articleId: string, post: string): Promise<number | undefined> {
  if (!isUuid(post)) return undefined
  const [row] = await db
    .select({ seq: livePosts.seq })
    .from(livePosts)
    .where(and(eq(livePosts.id, post), eq(livePosts.articleId, articleId)))
  return row?.seq ?? undefined
}

const { searchText: _, ...postColumns } = getTableColumns(livePosts)

/** The columns of a post, without the text that only searches read, which repeats the post. */
export { postColumns }

export type PostRow = Omit<typeof livePosts.$inferSelect, 'searchText'>

/** Newest first. */
function listPosts(db: Db, condition: SQL | undefined, limit: number) {
  return db.select(postColumns).from(livePosts).where(condition).orderBy(desc(livePosts.seq)).limit(limit)
}

async function listKeyEvents(db: Db, condition: SQL | undefined): Promise<KeyEvent[]> {
  const body = sql<string>`left(${livePosts.body}, ${LABEL_CHARACTERS})`
  const rows = await db
    .select({ id: livePosts.id, headline: livePosts.headline, body, publishedAt: livePosts.publishedAt })
    .from(livePosts)
    .where(and(condition, livePosts.isKey))
    .orderBy(desc(livePosts.seq))
    .limit(MAX_KEY_EVENTS)
  return rows.map((row) => ({
    id: row.id,
    label: postLabel(row),
    publishedAt: row.publishedAt?.toISOString() ?? '',
  }))
}

function toShownPost(row: PostRow): ShownPost {
  const { id, version, headline, byline, isKey, correction } = row
  return {
    ...{ id, version, headline, byline, isKey, correction },
    html: sanitisePost(row.body),
    publishedAt: row.publishedAt?.toISOString() ?? '',
    editedAt: row.editedAt?.toISOString() ?? null,
    correctedAt: row.correctedAt?.toISOString() ?? null,
  }
}

/** In UTF-16 code units: a page of the longest posts. */
const MAX_SANITISED = 5_200_000

/** Returns the HTML of a post, which may contain the same elements as the paper's own articles. */
export const sanitisePost = memoiseText(
  (body) => showEmbeds(sanitiseOwnBody(formatBody(body), BLOCK_MARKUP)),
  MAX_SANITISED,
)

/** Returns the posts of a live article for exports and emails, newest first, in sanitised HTML with the addresses that texts contain. */
export async function listCoverage(db: Db, id: string, limit = MAX_LIVE_POSTS): Promise<string> {
  const rows = await listPosts(db, and(eq(livePosts.articleId, id), isShownPost), limit)
  return rows.map((row) => writeFeedPost(toShownPost(row))).join('')
}

/** Returns the newest posts of each live article for feeds, in HTML, by the id of the article. */
export async function listPostsForFeed(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  addPageTags(...ids.map((id) => `live:${id}` as const))
  const newest = db
    .select({ id: livePosts.id })
    .from(livePosts)
    .where(and(eq(livePosts.articleId, articles.id), isShownPost))
    .orderBy(desc(livePosts.seq))
    .limit(FEED_POSTS)
    .as('newest')
  const newestIds = db
    .select({ id: newest.id })
    .from(articles)
    .crossJoinLateral(newest)
    .where(inArray(articles.id, [...ids]))
  const rows = await listPosts(db, inArray(livePosts.id, newestIds), FEED_POSTS * ids.length)
  const byArticle = [...Map.groupBy(rows, ({ articleId }) => articleId)]
  const texts = await linkBlocksOfEach(
    db,
    byArticle.map(([, posts]) => posts.map((post) => writeFeedPost(toShownPost(post))).join('')),
  )
  return new Map(byArticle.map(([id], index) => [id, texts[index] ?? '']))
}
