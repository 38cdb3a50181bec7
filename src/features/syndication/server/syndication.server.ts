import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { newestFirst, toArticleImage } from '#features/articles/server/articles.server.ts'
import { mediaPath, SHARE_IMAGE } from '#features/media/rules/variant.ts'
import type { ArticleImage } from '#kernel/article.ts'
import { categoryListTag } from '#kernel/cache-tags.ts'
import type { Category } from '#kernel/category.ts'
import { htmlToText } from '#kernel/text.ts'
import type { Db } from '#platform/database/db.server.ts'
import { addPageTags } from '#platform/pages/page-tags.server.ts'
import { articles } from '#schema/articles.ts'
import type { FeedArticle } from '../rules/site-feed.ts'

const FEED_SIZE = 50
/** The limit of sitemaps.org is 50,000; smaller files bound time and memory. */
const SITEMAP_SIZE = 10_000
/** Google's limits for news sitemaps. */
const NEWS_AGE_MS = 2 * 24 * 3_600_000
const NEWS_SIZE = 1_000

/** Newest first. News includes all categories (spec §2). */
export async function listFeedArticles(db: Db, category: Category = 'News'): Promise<FeedArticle[]> {
  addPageTags(categoryListTag(category))
  const rows = await db
    .select({
      id: articles.id,
      title: articles.title,
      summary: articles.summary,
      author: articles.author,
      category: articles.category,
      imageUrl: articles.imageUrl,
      publishedAt: articles.publishedAt,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(category === 'News' ? undefined : eq(articles.category, category))
    .orderBy(...newestFirst)
    .limit(FEED_SIZE)
  return rows.map(({ imageUrl, ...row }) => ({
    ...row,
    summary: htmlToText(row.summary),
    imagePath: imagePath(row.id, toArticleImage(imageUrl)),
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
    .limit(NEWS_SIZE)
}

/** Lists the months (`2026-11`, UTC) with articles, newest first, with index-only scans from month to month. */
export async function listSitemapMonths(db: Db): Promise<{ month: string; parts: number }[]> {
  addPageTags('articles')
  const { rows } = await db.execute<{ month: string; parts: number }>(sql`
    with recursive months as (
      select date_trunc('month', max(published_at), 'UTC') as start from articles
      union all
      select (select date_trunc('month', max(published_at), 'UTC') from articles where published_at < start)
      from months where start is not null
    )
    select to_char(start at time zone 'UTC', 'YYYY-MM') as month,
      ceil((
        select count(*) from articles
        where published_at >= start
          and published_at < (start at time zone 'UTC' + interval '1 month') at time zone 'UTC'
      ) / ${SITEMAP_SIZE}::float8)::int as parts
    from months where start is not null`)
  return rows
}

/** Oldest first, so that full parts do not change. */
export async function listSitemapArticles(db: Db, { month, part }: { month: string; part: number }) {
  addPageTags('articles')
  const start = new Date(`${month}-01T00:00:00Z`)
  const end = new Date(start)
  end.setUTCMonth(start.getUTCMonth() + 1)
  return db
    .select({ id: articles.id, publishedAt: articles.publishedAt, updatedAt: articles.updatedAt })
    .from(articles)
    .where(and(gte(articles.publishedAt, start), lt(articles.publishedAt, end)))
    .orderBy(asc(articles.publishedAt), asc(articles.id))
    .limit(SITEMAP_SIZE)
    .offset((part - 1) * SITEMAP_SIZE)
}
