import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import { countArticlesByMonth } from '#features/articles/server/article-counts.server.ts'
import { bodyColumns, newestFirst, renderBody } from '#features/articles/server/articles.server.ts'
import { listCorrections } from '#features/articles/server/list-corrections.server.ts'
import { linkBlocks } from '#features/blocks/server/show-blocks.server.ts'
import { mediaPath, SHARE_IMAGE } from '#features/media/rules/variant.ts'
import { shownImage, toArticleImage } from '#features/media/server/shown-image.server.ts'
import type { ArticleImage } from '#kernel/article.ts'
import { categoryListTag } from '#kernel/cache-tags.ts'
import type { Category } from '#kernel/category.ts'
import { DAY_MS } from '#kernel/durations.ts'
import { htmlToText } from '#kernel/html-text.ts'
import { CORRECTION_LABELS } from '#kernel/newsroom-states.ts'
import { readShared } from '#platform/cache/shared-reads.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags } from '#platform/http/render-context.server.ts'
import { articles } from '#schema/articles.ts'
import type { FeedArticle } from '../rules/site-feed.ts'

const MAX_FEED_ARTICLES = 50
/** The most characters of text in a feed. Articles beyond it have only a summary. */
const MAX_FULL_TEXT_LENGTH = 300_000
/** The limit of sitemaps.org is 50,000; smaller files bound time and memory. */
const MAX_SITEMAP_ARTICLES = 5_000
/** Google's limits for news sitemaps. */
const NEWS_AGE_MS = 2 * DAY_MS
const MAX_NEWS_ARTICLES = 1_000

/** Newest first; News has all categories (spec §2). */
export async function listFeedArticles(db: Db, category: Category = 'News'): Promise<FeedArticle[]> {
  addPageTags(categoryListTag(category))
  const rows = await db
    .select({
      id: articles.id,
      title: articles.title,
      summary: articles.summary,
      author: articles.author,
      category: articles.category,
      imageUrl: shownImage(articles.imageUrl),
      imageAlt: articles.imageAlt,
      publishedAt: articles.publishedAt,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(category === 'News' ? undefined : eq(articles.category, category))
    .orderBy(...newestFirst)
    .limit(MAX_FEED_ARTICLES)
  return rows.map(({ imageUrl, ...row }) => ({
    ...row,
    path: `/article/${row.id}`,
    summary: htmlToText(row.summary),
    imagePath: imagePath(row.id, toArticleImage(imageUrl)),
  }))
}

/** Like {@link listFeedArticles}, with the text of the site's own articles, as their pages show it. */
export function listFullTextArticles(db: Db, category: Category = 'News'): Promise<FeedArticle[]> {
  return readShared(`full-text-feed:${category}`, categoryListTag(category), async () => {
    const listed = await listFeedArticles(db, category)
    const texts = await listOwnTexts(
      db,
      listed.map(({ id }) => id),
    )
    const result: FeedArticle[] = []
    for (const article of listed) {
      const row = texts.get(article.id)
      result.push(row ? { ...article, html: await linkBlocks(db, renderBody(row)) } : article)
      // Sanitising all of them would block other requests.
      if (row) await setImmediate()
    }
    return result
  })
}

/** The newest ones, up to a total length; one that exceeds it is left out. Articles with a source are not the site's own, even if an editor changed them. Items of some feeds have no address. */
async function listOwnTexts(db: Db, ids: string[]) {
  const hasNoSource = and(isNull(articles.sourceUrl), eq(sql`coalesce(${articles.sourceName}, '')`, ''))
  const own = await db
    .select({ id: articles.id, length: sql<number>`length(${articles.content})` })
    .from(articles)
    .where(and(inArray(articles.id, ids), ne(articles.origin, 'feed'), hasNoSource))
    .orderBy(...newestFirst)
  const kept: string[] = []
  let total = 0
  for (const { id, length } of own) {
    if (total + length > MAX_FULL_TEXT_LENGTH) continue
    total += length
    kept.push(id)
  }
  const rows = await db
    .select({ id: articles.id, ...bodyColumns })
    .from(articles)
    .where(inArray(articles.id, kept))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Newest first. */
export async function listFeedCorrections(db: Db): Promise<FeedArticle[]> {
  const { corrections } = await listCorrections(db)
  return corrections.map(({ id, articleId, title, kind, text, at, category }) => ({
    id,
    path: `/article/${articleId}`,
    title: `${CORRECTION_LABELS[kind]}: ${title}`,
    summary: text,
    author: '',
    category,
    publishedAt: new Date(at),
    updatedAt: null,
    imagePath: null,
    imageAlt: null,
  }))
}

function imagePath(articleId: string, image: ArticleImage | null): string | null {
  return image && mediaPath({ articleId, imageKey: image.key, ...SHARE_IMAGE })
}

/** Newest first. */
export async function listRecentNews(db: Db, now: Date) {
  addPageTags('articles')
  return db
    .select({ id: articles.id, title: articles.title, publishedAt: articles.publishedAt })
    .from(articles)
    .where(gte(articles.publishedAt, new Date(now.getTime() - NEWS_AGE_MS)))
    .orderBy(...newestFirst)
    .limit(MAX_NEWS_ARTICLES)
}

/** Lists months with articles (`2026-11`, UTC), newest first. */
export async function listSitemapMonths(db: Db): Promise<{ month: string; parts: number }[]> {
  addPageTags('articles')
  const months = await countArticlesByMonth(db)
  return months.map(({ month, articles }) => ({ month, parts: Math.ceil(articles / MAX_SITEMAP_ARTICLES) }))
}

/** Oldest first, so that full parts never change. */
export async function listSitemapArticles(db: Db, { month, part }: { month: string; part: number }) {
  addPageTags('articles')
  const start = new Date(`${month}-01T00:00:00Z`)
  const end = new Date(start)
  end.setUTCMonth(start.getUTCMonth() + 1)
  const inMonth = and(gte(articles.publishedAt, start), lt(articles.publishedAt, end))
  const oldestFirst = [asc(articles.publishedAt), asc(articles.id)]
  // The offset reads the index only, not the articles of earlier parts.
  const first = db
    .select({ publishedAt: articles.publishedAt, id: articles.id })
    .from(articles)
    .where(inMonth)
    .orderBy(...oldestFirst)
    .limit(1)
    .offset((part - 1) * MAX_SITEMAP_ARTICLES)
  return db
    .select({ id: articles.id, publishedAt: articles.publishedAt, updatedAt: articles.updatedAt })
    .from(articles)
    .where(and(inMonth, sql`(${articles.publishedAt}, ${articles.id}) >= (${first})`))
    .orderBy(...oldestFirst)
    .limit(MAX_SITEMAP_ARTICLES)
}
