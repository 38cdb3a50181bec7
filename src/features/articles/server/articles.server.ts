import { and, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { imageKey } from '#features/media/rules/variant.ts'
import type { ArticleCard, ArticleDetail, ArticleImage, ArticleList, Headline } from '#kernel/article.ts'
import { formatBody } from '#kernel/body.ts'
import type { Category } from '#kernel/category.ts'
import { formatCursor, parseCursor } from '#kernel/cursor.ts'
import { readingMinutes } from '#kernel/reading-time.ts'
import { descriptionOf, htmlToText } from '#kernel/text.ts'
import { isUuid } from '#kernel/uuid.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { Db } from '#platform/database/db.server.ts'
import { dependOn } from '#platform/pages/page-tags.server.ts'
import { sanitiseBody, sanitiseSummary } from '#platform/sanitise.server.ts'
import { articles } from '#schema/articles.ts'
import { HOME_SIZE } from '../rules/home.ts'

/** Articles of a category's page or of a search's, and of each "Load more". */
export const LIST_SIZE = 24
/** Spec §9. */
const RELATED_SIZE = 3
/** Headlines that the ticker turns through: at 5 s each, as many as anybody waits for. */
const BREAKING_SIZE = 5

/** The order of every list, which an index holds. */
export const newestFirst = [desc(articles.publishedAt), desc(articles.id)]

/** A list's columns: never the body. */
export const cardColumns = {
  id: articles.id,
  title: articles.title,
  summary: articles.summary,
  author: articles.author,
  category: articles.category,
  imageUrl: articles.imageUrl,
  isBreaking: articles.isBreaking,
  publishedAt: articles.publishedAt,
}

type CardRow = Pick<typeof articles.$inferSelect, keyof typeof cardColumns>

/** Names each field: a whole row given here must not take its body to the reader. */
function toCard(row: CardRow): ArticleCard {
  const { id, title, author, category, imageUrl, isBreaking } = row
  return {
    id,
    title,
    summary: sanitiseSummary(row.summary),
    author,
    category,
    image: imageOf(imageUrl),
    isBreaking,
    publishedAt: row.publishedAt.toISOString(),
  }
}

/**
 * The image of an article whose address is on the web, or one of our own: uploaded or the sample edition's; null for any
 * other, since anyone who can write to the table can write anything.
 */
export function imageOf(imageUrl: string | null): ArticleImage | null {
  const isServed =
    /^\/(samples|storage\/article-images)\//.test(imageUrl ?? '') || webAddress(imageUrl) !== null
  return imageUrl && isServed ? { key: imageKey(imageUrl) } : null
}

/** The newest articles that the home page places, the newest breaking one among them whatever its age. */
export async function listHome(db: Db): Promise<ArticleCard[]> {
  dependOn('articles')
  const newest = db
    .select(cardColumns)
    .from(articles)
    .orderBy(...newestFirst)
    .limit(HOME_SIZE)
  const breaking = db
    .select(cardColumns)
    .from(articles)
    .where(sql`${articles.isBreaking}`)
    .orderBy(...newestFirst)
    .limit(1)
  const [rows, [top]] = await Promise.all([newest, breaking])
  const cards = rows.map(toCard)
  const missing = top && !rows.some((row) => row.id === top.id)
  return missing ? [toCard(top), ...cards.slice(0, HOME_SIZE - 1)] : cards
}

/** The headlines of the newest breaking articles, newest first, for the ticker on every page. */
export async function listBreaking(db: Db): Promise<Headline[]> {
  dependOn('breaking')
  return db
    .select({ id: articles.id, title: articles.title })
    .from(articles)
    .where(sql`${articles.isBreaking}`)
    .orderBy(...newestFirst)
    .limit(BREAKING_SIZE)
}

/**
 * One page of a category, newest first; /news shows all articles (spec §2, Category pages).
 *
 * @param before the cursor that the page before returned; one that cannot be read means the beginning
 */
export async function listCategory(db: Db, category: Category, before?: string): Promise<ArticleList> {
  dependOn(category === 'News' ? 'articles' : `category:${category}`)
  const ofCategory = category === 'News' ? undefined : eq(articles.category, category)
  const rows = await db
    .select(listColumns)
    .from(articles)
    .where(and(ofCategory, olderThan(before)))
    .orderBy(...newestFirst)
    .limit(LIST_SIZE + 1)
  return toList(rows)
}

/** A list's columns and what its cursor is made of: a JavaScript date ends at milliseconds, and a cursor that lost microseconds would show an article twice. */
export const listColumns = {
  ...cardColumns,
  exact: sql<string>`to_char(${articles.publishedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
}

/** The condition that continues a list at the cursor `before`; none for its beginning. */
export function olderThan(before: string | undefined): SQL | undefined {
  const cursor = parseCursor(before)
  if (!cursor) return undefined
  return sql`(${articles.publishedAt}, ${articles.id}) < (${cursor.publishedAt}::timestamptz, ${cursor.id}::uuid)`
}

/** A page of a list, from its rows and one more where the list goes on. */
export function toList(rows: (CardRow & { exact: string })[]): ArticleList {
  const shown = rows.slice(0, LIST_SIZE)
  const last = shown.at(-1)
  return {
    articles: shown.map(toCard),
    next: rows.length > LIST_SIZE && last ? formatCursor({ publishedAt: last.exact, id: last.id }) : null,
  }
}

/** One article with its sanitised body and up to three newer-first related ones, or null when there is none. */
export async function findArticle(db: Db, id: string): Promise<ArticleDetail | null> {
  if (!isUuid(id)) return null
  dependOn(`article:${id}`)
  const [row] = await db.select().from(articles).where(eq(articles.id, id))
  if (!row) return null
  dependOn(`category:${row.category}`)
  const related = await db
    .select(cardColumns)
    .from(articles)
    .where(and(eq(articles.category, row.category), ne(articles.id, id)))
    .orderBy(...newestFirst)
    .limit(RELATED_SIZE)
  return { ...toCard(row), ...detail(row), related: related.map(toCard) }
}

function detail(row: typeof articles.$inferSelect): Omit<ArticleDetail, keyof ArticleCard | 'related'> {
  const body = sanitiseBody(formatBody(row.content))
  const summary = htmlToText(row.summary)
  const bodyText = htmlToText(body)
  const sourceUrl = webAddress(row.sourceUrl)
  return {
    // A source that gives no more than its summary should not be read twice.
    body: bodyText === summary ? '' : body,
    description: descriptionOf(summary || bodyText),
    readingMinutes: readingMinutes(body),
    updatedAt: row.updatedAt?.toISOString() ?? null,
    source: sourceUrl ? { url: sourceUrl, name: row.sourceName?.trim() || 'View original article' } : null,
  }
}

/** The image's address of an article, for its variants; null when it has none or there is no such article. */
export async function findImageUrl(db: Db, id: string): Promise<string | null> {
  if (!isUuid(id)) return null
  const [row] = await db.select({ imageUrl: articles.imageUrl }).from(articles).where(eq(articles.id, id))
  return row?.imageUrl ?? null
}
