import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gte, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { countArticlesByMonth } from '#features/articles/server/article-counts.server.ts'
import { bodyColumns, newestFirst, renderBody } from '#features/articles/server/articles.server.ts'
import { listCorrections } from '#features/articles/server/list-corrections.server.ts'
import { authorOf, shownPeople } from '#features/articles/server/shown-byline.server.ts'
import { linkBlocks } from '#features/blocks/server/show-blocks.server.ts'
import { newestIds, type Source } from '#features/collections/server/collections.server.ts'
import { listPostsForFeed } from '#features/live/server/timeline.server.ts'
import { mediaPath, SHARE_IMAGE } from '#features/media/rules/variant.ts'
import { shownImage, toArticleImage } from '#features/media/server/shown-image.server.ts'
import type { ArticleImage } from '#kernel/article.ts'
import { articlePath } from '#kernel/article-path.ts'
import { categoryListTag } from '#kernel/cache-tags.ts'
import { type Category, GENERAL_CATEGORY } from '#kernel/category.ts'
import { correctionLabel } from '#kernel/correction-label.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { toLanguageTag } from '#kernel/text/language-tag.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { place } from '#kernel/time/place.ts'
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

/** Neither hidden from search engines nor first published elsewhere. */
const isForSearch = sql`${articles.isUnlisted} is not true and ${articles.canonicalUrl} is null`

/** Newest first; News has all categories (spec §2). */
export async function listFeedArticles(
  db: Db,
  category: Category = GENERAL_CATEGORY,
): Promise<FeedArticle[]> {
  addPageTags(categoryListTag(category))
  return selectFeedArticles(db, category === GENERAL_CATEGORY ? undefined : eq(articles.category, category))
}

/** The newest articles of any of the sources. The caller adds the tags. */
export function listFeedArticlesOf(db: Db, sources: readonly Source[]): Promise<FeedArticle[]> {
  return selectFeedArticles(db, sql`${articles.id} in ${newestIds(sources, MAX_FEED_ARTICLES)}`)
}

async function selectFeedArticles(db: Db, condition: SQL | undefined): Promise<FeedArticle[]> {
  const rows = await db
    .select({
      id: articles.id,
      title: articles.title,
      slug: articles.slug,
      summary: articles.summary,
      author: articles.author,
      people: shownPeople,
      category: articles.category,
      sponsoredBy: articles.sponsoredBy,
      imageUrl: shownImage(articles.imageUrl),
      imageAlt: articles.imageAlt,
      language: articles.language,
      publishedAt: articles.publishedAt,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .where(condition)
    .orderBy(...newestFirst)
    .limit(MAX_FEED_ARTICLES)
  return rows.map(({ imageUrl, people, sponsoredBy, slug, ...row }) => ({
    ...row,
    title: sponsoredBy ? `${phrase('Sponsored by {name}', { name: sponsoredBy })}: ${row.title}` : row.title,
    author: authorOf(people ?? [], row.author),
    path: articlePath({ ...row, slug }),
    summary: htmlToText(row.summary),
    imagePath: imagePath(row.id, toArticleImage(imageUrl)),
  }))
}

/** Like {@link listFeedArticles}, with the text of the site's own articles, as their pages show it. */
export async function listFullTextArticles(
  db: Db,
  category: Category = GENERAL_CATEGORY,
): Promise<FeedArticle[]> {
  const listed = await listTexts(db, category)
  const live = listed.filter(({ hasPosts }) => hasPosts)
  const posts = await listPostsForFeed(
    db,
    live.map(({ id }) => id),
  )
  return listed.map(({ hasPosts: _, ...article }) => {
    const added = posts.get(article.id)
    return added && article.html !== undefined ? { ...article, html: article.html + added } : article
  })
}

/** `hasPosts`: its text is followed by posts of live coverage, which may have ended. */
type FeedText = FeedArticle & { hasPosts?: boolean }

function listTexts(db: Db, category: Category): Promise<FeedText[]> {
  return readShared(`full-text-feed:${category}`, categoryListTag(category), async () => {
    const listed = await listFeedArticles(db, category)
    const texts = await listOwnTexts(
      db,
      listed.map(({ id }) => id),
    )
    const result: FeedText[] = []
    for (const article of listed) {
      const row = texts.get(article.id)
      result.push(
        row
          ? { ...article, html: await linkBlocks(db, renderBody(row)), hasPosts: row.liveState !== null }
          : article,
      )
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
    .select({ id: articles.id, liveState: articles.liveState, ...bodyColumns })
    .from(articles)
    .where(inArray(articles.id, kept))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Newest first. */
export async function listFeedCorrections(db: Db): Promise<FeedArticle[]> {
  const { corrections } = await listCorrections(db)
  return corrections.map(({ id, path, title, kind, text, at, category }) => ({
    id,
    path,
    title: `${correctionLabel(kind)}: ${title}`,
    summary: text,
    author: '',
    category,
    publishedAt: new Date(at),
    updatedAt: null,
    imagePath: null,
    imageAlt: null,
    language: null,
  }))
}

function imagePath(articleId: string, image: ArticleImage | null): string | null {
  return image && mediaPath({ articleId, imageKey: image.key, ...SHARE_IMAGE })
}

/** Newest first. */
export async function listRecentNews(db: Db, now: Date) {
  addPageTags('articles')
  const rows = await db
    .select({
      id: articles.id,
      title: articles.title,
      slug: articles.slug,
      language: articles.language,
      publishedAt: articles.publishedAt,
    })
    .from(articles)
    // News sitemaps must not contain advertising.
    .where(
      and(
        gte(articles.publishedAt, new Date(now.getTime() - NEWS_AGE_MS)),
        isNull(articles.sponsoredBy),
        isForSearch,
      ),
    )
    .orderBy(...newestFirst)
    .limit(MAX_NEWS_ARTICLES)
  return rows.map((row) => ({
    ...row,
    language: toLanguageTag(row.language ?? '') ?? place().locale,
    path: articlePath(row),
  }))
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
  const { id, title, slug, publishedAt, updatedAt } = articles
  const rows = await db
    .select({ id, title, slug, publishedAt, updatedAt, isListed: sql<boolean>`${isForSearch}` })
    .from(articles)
    .where(and(inMonth, sql`(${articles.publishedAt}, ${articles.id}) >= (${first})`))
    .orderBy(...oldestFirst)
    .limit(MAX_SITEMAP_ARTICLES)
  // Afterwards, since the parts of a month are counted with all articles.
  return rows.filter(({ isListed }) => isListed).map((row) => ({ ...row, path: articlePath(row) }))
}
