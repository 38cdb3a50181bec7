import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { BLOCK_MARKUP } from '#features/blocks/rules/blocks.ts'
import { showCharts } from '#features/blocks/rules/show-charts.ts'
import { embedSources, showEmbeds } from '#features/blocks/rules/show-embeds.ts'
import { showBlocks } from '#features/blocks/server/show-blocks.server.ts'
import { createTextImages } from '#features/feeds/parse/text-images.ts'
import { imageCredits, shownImage, toArticleImage } from '#features/media/server/shown-image.server.ts'
import { hasFeedImages } from '#features/site/server/public-settings.server.ts'
import type { ArticleCard, ArticleDetail, ArticleList, Headline } from '#kernel/article.ts'
import { formatBody } from '#kernel/body.ts'
import { categoryListTag } from '#kernel/cache-tags.ts'
import type { Category } from '#kernel/category.ts'
import { parseCursor } from '#kernel/cursor.ts'
import { htmlToText } from '#kernel/html-text.ts'
import { readingMinutes } from '#kernel/reading-time.ts'
import { descriptionOf, escapeHtml } from '#kernel/text.ts'
import { rightToLeftLanguage } from '#kernel/text-direction.ts'
import { isUuid } from '#kernel/uuid.ts'
import { webAddress } from '#kernel/web-address.ts'
import { readShared } from '#platform/cache/shared-reads.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { exactInstant, isAfter, toPage } from '#platform/database/keyset.server.ts'
import { addPageTags, allowSources } from '#platform/http/render-context.server.ts'
import {
  sanitiseBody,
  sanitiseBodyWithImages,
  sanitiseOwnBody,
  sanitiseSummary,
} from '#platform/render/sanitise.server.ts'
import { articles } from '#schema/articles.ts'
import { addCorrections, type Correction, correctionJsonLd } from '../rules/corrections.ts'
import { HOME_SIZE, LEADING_SIZE } from '../rules/layout-home.ts'

export const LIST_SIZE = 24
/** Spec §9. */
const RELATED_SIZE = 3
const BREAKING_SIZE = 5

/** The order of `articles_latest_idx`. */
export const newestFirst = [desc(articles.publishedAt), desc(articles.id)]

const cardColumns = {
  id: articles.id,
  title: articles.title,
  summary: articles.summary,
  author: articles.author,
  category: articles.category,
  imageUrl: shownImage(articles.imageUrl).as('shown_image'),
  imageAlt: articles.imageAlt,
  isBreaking: articles.isBreaking,
  publishedAt: articles.publishedAt,
  sourceName: articles.sourceName,
}

/** `exact` is the instant for its cursor. */
export const listColumns = { ...cardColumns, exact: exactInstant(articles.publishedAt) }

type CardRow = Pick<typeof articles.$inferSelect, keyof typeof cardColumns>

/** Excludes the body. */
function toCard({
  id,
  title,
  summary,
  author,
  category,
  imageUrl,
  imageAlt,
  isBreaking,
  publishedAt,
  sourceName,
}: CardRow): ArticleCard {
  return {
    id,
    title,
    summary: sanitiseSummary(summary),
    author,
    category,
    image: toArticleImage(imageUrl, imageAlt),
    isBreaking,
    publishedAt: publishedAt.toISOString(),
    sourceName: sourceName?.trim() || null,
  }
}

/** `canLead` excludes undated articles of feeds, whose time is a guess. */
const homeColumns = {
  ...cardColumns,
  canLead: sql<boolean>`${articles.isDated} or ${articles.origin} = 'editor'`.as('can_lead'),
}

/** Only the newest articles are candidates, which keeps the query fast. */
const LEADING_CANDIDATES = 500

/** Newest first, always with the newest breaking article. Undated articles of feeds follow the leading ones. */
export async function listHome(db: Db): Promise<ArticleCard[]> {
  addPageTags('articles')
  const newest = db
    .select(homeColumns)
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
  const isLed = rows.slice(0, LEADING_SIZE).every(({ canLead }) => canLead)
  const leaders = isLed ? [] : await listLeaders(db)
  const listed = [...new Map([...leaders, ...rows].map((row) => [row.id, row])).values()]
  const cards = listed.slice(0, HOME_SIZE).map(toCard)
  const missing = top && !cards.some(({ id }) => id === top.id)
  return missing ? [toCard(top), ...cards.slice(0, HOME_SIZE - 1)] : cards
}

function listLeaders(db: Db): Promise<CardRow[]> {
  const candidates = db
    .select(homeColumns)
    .from(articles)
    .orderBy(...newestFirst)
    .limit(LEADING_CANDIDATES)
    .as('candidates')
  return db
    .select()
    .from(candidates)
    .where(sql`${candidates.canLead}`)
    .orderBy(desc(candidates.publishedAt), desc(candidates.id))
    .limit(LEADING_SIZE)
}

/** Newest first. */
export async function listBreaking(db: Db): Promise<Headline[]> {
  return readShared('breaking', 'breaking', async () =>
    db
      .select({ id: articles.id, title: articles.title })
      .from(articles)
      .where(sql`${articles.isBreaking}`)
      .orderBy(...newestFirst)
      .limit(BREAKING_SIZE),
  )
}

/**
 * /news has all articles (spec §2, Category pages).
 *
 * @param before the previous page's `next`; an invalid one means the first page
 */
export async function listCategory(db: Db, category: Category, before?: string): Promise<ArticleList> {
  addPageTags(categoryListTag(category))
  const ofCategory = category === 'News' ? undefined : eq(articles.category, category)
  const rows = await db
    .select(listColumns)
    .from(articles)
    .where(and(ofCategory, isBefore(before)))
    .orderBy(...newestFirst)
    .limit(LIST_SIZE + 1)
  return toArticleList(rows)
}

export function isBefore(before: string | undefined): SQL | undefined {
  return isAfter(articles.publishedAt, articles.id, parseCursor(before))
}

/** @param rows up to LIST_SIZE + 1 */
export function toArticleList(rows: (CardRow & { exact: string })[]): ArticleList {
  const { items, next } = toPage(rows, LIST_SIZE)
  return { articles: items.map(toCard), next }
}

export async function findArticle(db: Db, id: string): Promise<ArticleDetail | null> {
  if (!isUuid(id)) return null
  addPageTags(`article:${id}`)
  const [row] = await db.select(detailColumns).from(articles).where(eq(articles.id, id))
  if (!row) return null
  const newest = await listNewestOf(db, row.category)
  const related = newest.filter((card) => card.id !== id).slice(0, RELATED_SIZE)
  const article = toArticle(row, row.origin === 'feed' && (await hasFeedImages(db)))
  allowSources(embedSources(article.body))
  const { html: body, recordings } = await showBlocks(db, article.body)
  return { ...article, body, ...(recordings.length > 0 && { recordings }), related }
}

/** Sanitises the texts. `showBlocks` adds the current data of their blocks. */
export function toArticle(row: DetailRow, hasImages = false): Omit<ArticleDetail, 'related'> {
  return { ...toCard(row), ...toDetail(row, hasImages) }
}

/** One extra, since the article itself may be among them. */
function listNewestOf(db: Db, category: Category): Promise<ArticleCard[]> {
  return readShared(`newest:${category}`, `category:${category}`, async () => {
    const rows = await db
      .select(cardColumns)
      .from(articles)
      .where(eq(articles.category, category))
      .orderBy(...newestFirst)
      .limit(RELATED_SIZE + 1)
    return rows.map(toCard)
  })
}

/** For {@link renderBody}. */
export const bodyColumns = {
  content: articles.content,
  origin: articles.origin,
  corrections: sql<Correction[]>`array(
    select json_build_object('kind', c.kind, 'text', c.text, 'at', c.at) from corrections c
    where c.article_id = ${articles}.id)`,
}

const detailColumns = {
  ...cardColumns,
  ...bodyColumns,
  updatedAt: articles.updatedAt,
  sourceUrl: articles.sourceUrl,
  isDated: articles.isDated,
  imageCredits: imageCredits(articles.imageUrl),
}

type BodyRow = Pick<typeof articles.$inferSelect, 'content' | 'origin'> & { corrections: Correction[] }

type DetailRow = BodyRow &
  Pick<typeof articles.$inferSelect, Exclude<keyof typeof detailColumns, 'corrections' | 'imageCredits'>> & {
    imageCredits?: { caption: string; credit: string } | null
  }

function toDetail(row: DetailRow, hasImages: boolean): Omit<ArticleDetail, keyof ArticleCard | 'related'> {
  const corrections = newestCorrectionsFirst(row)
  const body = hasImages
    ? sanitiseBodyWithImages(formatBody(row.content), createTextImages(row).show)
    : sanitise(row)
  const summary = htmlToText(row.summary)
  const bodyText = htmlToText(body)
  // Some feeds send the summary as the body.
  const isRepeated = bodyText === summary && !body.includes('<figure')
  const url = webAddress(row.sourceUrl)
  const sourceName = row.sourceName?.trim()
  const fullStory = url && isExcerpt(bodyText) ? fullStoryLink(url, sourceName || new URL(url).hostname) : ''
  const isIngested = row.origin !== 'editor'
  const dateNote = isIngested && !row.isDated ? ESTIMATED_DATE : ''
  const lang = rightToLeftLanguage(`${row.title} ${summary || bodyText.slice(0, 1_000)}`)
  return {
    body: addCorrections(
      (isRepeated ? '' : showCharts(showEmbeds(body))) + fullStory + dateNote,
      corrections,
    ),
    ...describeImage(row),
    description: descriptionOf(summary || bodyText),
    readingMinutes: readingMinutes(body),
    ...(lang && { lang }),
    updatedAt: row.updatedAt?.toISOString() ?? null,
    source: url ? { url, name: sourceName || 'View original article' } : null,
    ...(isIngested && url && { publisher: jsonLdPublisher(url, sourceName) }),
    ...(corrections.length > 0 && { corrections: corrections.map(correctionJsonLd) }),
  }
}

/** The title is the caption of an image without one (spec §2, Article page). */
function describeImage({ title, imageCredits }: DetailRow): Pick<ArticleDetail, 'caption' | 'imageObject'> {
  const { caption = '', credit = '' } = imageCredits ?? {}
  const isDescribed = caption !== '' || credit !== ''
  return {
    caption: [caption || title, credit].filter(Boolean).join(' '),
    ...(isDescribed && {
      imageObject: {
        ...(caption && { caption }),
        ...(credit && { creditText: credit, creator: { '@type': 'Person' as const, name: credit } }),
      },
    }),
  }
}

/** Returns the sanitised text of an article with its corrections. */
export function renderBody(row: BodyRow): string {
  return addCorrections(sanitise(row), newestCorrectionsFirst(row))
}

/** Only texts of the paper itself may have what its blocks write: feeds cannot imitate them. */
function sanitise({ content, origin }: Pick<BodyRow, 'content' | 'origin'>): string {
  const html = formatBody(content)
  return origin === 'feed' ? sanitiseBody(html) : sanitiseOwnBody(html, BLOCK_MARKUP)
}

function newestCorrectionsFirst({ corrections }: BodyRow): Correction[] {
  return corrections
    .map(({ at, ...note }) => ({ ...note, at: new Date(at).toISOString() }))
    .toSorted((a, b) => b.at.localeCompare(a.at))
}

/** Part of the body, to keep readers' scripts small. */
const ESTIMATED_DATE =
  '<p class="text-13 text-muted">The source gives no date for this article. Its time is an estimate.</p>'

function jsonLdPublisher(url: string, sourceName: string | undefined) {
  const { hostname, origin } = new URL(url)
  return { name: sourceName || hostname, url: origin }
}

/** About 100 words. */
const MIN_FULL_TEXT_CHARACTERS = 600

/** Probably the beginning or summary of a longer text. */
export function isExcerpt(text: string): boolean {
  return text.length < MIN_FULL_TEXT_CHARACTERS || /(?:…|\.\.\.)[\])]?$/.test(text)
}

/** Returns a link that is part of the body, to keep readers' scripts small. */
function fullStoryLink(url: string, publisher: string): string {
  return `<p class="font-semibold print:hidden"><a href="${escapeHtml(url)}" target="_blank" rel="noopener">Read the full story at <bdi>${escapeHtml(publisher)}</bdi></a></p>`
}

/** Returns what the image of an article shows; see `shownImage`. */
export async function findImageUrl(db: Db, id: string): Promise<string | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .select({ imageUrl: shownImage(articles.imageUrl) })
    .from(articles)
    .where(eq(articles.id, id))
  return row?.imageUrl ?? null
}

/** Returns the addresses of the images that readers see in the text of an ingested article. */
export async function listTextImages(db: Db, id: string): Promise<string[]> {
  if (!isUuid(id) || !(await hasFeedImages(db))) return []
  const { content, origin } = articles
  const [row] = await db
    .select({ id: articles.id, content, imageUrl: shownImage(articles.imageUrl) })
    .from(articles)
    .where(and(eq(articles.id, id), eq(origin, 'feed')))
  if (!row) return []
  const images = createTextImages(row)
  sanitiseBodyWithImages(formatBody(row.content), images.show)
  return images.listShown()
}

/** Returns the publisher's page of an article; null unless it is an http(s) address. */
export async function findPageUrl(db: Db, id: string): Promise<string | null> {
  if (!isUuid(id)) return null
  const [row] = await db.select({ sourceUrl: articles.sourceUrl }).from(articles).where(eq(articles.id, id))
  return webAddress(row?.sourceUrl)
}
