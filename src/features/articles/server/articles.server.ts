import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { embedSources } from '#features/blocks/rules/show-embeds.ts'
import { showBlocks } from '#features/blocks/server/show-blocks.server.ts'
import { showTimeline } from '#features/live/server/timeline.server.ts'
import {
  imageCredits,
  libraryImage,
  shownImage,
  toArticleImage,
} from '#features/media/server/shown-image.server.ts'
import { hasFeedImages } from '#features/site/server/public-settings.server.ts'
import type { ArticleCard, ArticleDetail, ArticleList, Headline } from '#kernel/article.ts'
import { articlePath } from '#kernel/article-path.ts'
import { categoryListTag } from '#kernel/cache-tags.ts'
import { type Category, GENERAL_CATEGORY } from '#kernel/category.ts'
import { parseCursor } from '#kernel/cursor.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { isSameLanguage, languageDirection } from '#kernel/text/language-tag.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { readingMinutes } from '#kernel/text/reading-time.ts'
import { descriptionOf } from '#kernel/text/text.ts'
import { addBlockDirections } from '#kernel/text/text-direction.ts'
import { place } from '#kernel/time/place.ts'
import { isUuid } from '#kernel/uuid.ts'
import { webAddress } from '#kernel/web-address.ts'
import { readShared } from '#platform/cache/shared-reads.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { exactInstant, isAfter, toPage } from '#platform/database/keyset.server.ts'
import { hasNoneOfIds, hasOneOfIds } from '#platform/database/match-ids.server.ts'
import { addPageTags, allowSources } from '#platform/http/render-context.server.ts'
import { articles } from '#schema/articles.ts'
import { writeKeyFactsLink, writeOriginalSource } from '../rules/article-aside.ts'
import { describeLanguage } from '../rules/article-language.ts'
import { addCorrections, type Correction, correctionJsonLd } from '../rules/corrections.ts'
import { HOME_SIZE, LEADING_SIZE } from '../rules/order-home.ts'
import { describeForSearch, type LibraryImage } from '../rules/search-fields.ts'
import { isExcerpt, writeEstimatedDate, writeFullStoryLink } from '../rules/source-notes.ts'
import { type ShownPerson, type ShownTopic, writeByline, writeTopics } from '../rules/write-byline.ts'
import { cleanSummary, plainText, sanitiseText, sanitiseWithImages, showText } from './article-text.server.ts'
import { addNameTags, authorOf, peopleOf, shownPeople, shownTopics } from './shown-byline.server.ts'

export const LIST_SIZE = 24
/** Spec §9. */
export const RELATED_SIZE = 3
const BREAKING_SIZE = 5

/** The order of `articles_latest_idx`. */
export const newestFirst = [desc(articles.publishedAt), desc(articles.id)]

export const cardColumns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  summary: articles.summary,
  author: articles.author,
  category: articles.category,
  imageUrl: shownImage(articles.imageUrl).as('shown_image'),
  imageAlt: articles.imageAlt,
  isBreaking: articles.isBreaking,
  sponsoredBy: articles.sponsoredBy,
  language: articles.language,
  liveState: articles.liveState,
  publishedAt: articles.publishedAt,
  sourceName: articles.sourceName,
}

/** `exact` is the instant for its cursor. */
export const listColumns = { ...cardColumns, exact: exactInstant(articles.publishedAt) }

type CardRow = Pick<typeof articles.$inferSelect, keyof typeof cardColumns>

/** Excludes the body. */
export function toCard({
  id,
  slug,
  title,
  summary,
  author,
  category,
  imageUrl,
  imageAlt,
  isBreaking,
  sponsoredBy,
  language,
  liveState,
  publishedAt,
  sourceName,
}: CardRow): ArticleCard {
  return {
    id,
    path: articlePath({ id, title, slug }),
    title,
    summary: cleanSummary(summary),
    author,
    category,
    image: toArticleImage(imageUrl, imageAlt),
    isBreaking,
    ...(sponsoredBy && { sponsoredBy }),
    ...(language && !isSameLanguage(language, place().locale) && { lang: language }),
    ...(liveState === 'live' && { isLive: true }),
    publishedAt: publishedAt.toISOString(),
    sourceName: sourceName?.trim() || null,
  }
}

/** `canLead` excludes sponsored articles, and undated ones of feeds, whose time is a guess. */
const homeColumns = {
  ...cardColumns,
  canLead:
    sql<boolean>`${articles.sponsoredBy} is null and (${articles.isDated} or ${articles.origin} = 'editor')`.as(
      'can_lead',
    ),
}

/** Only the newest articles are candidates, which keeps the query fast. */
const LEADING_CANDIDATES = 500

/** `exclude`: ids of articles to leave out. `publishedBy`: leaves out articles that were published later. */
type HomeOptions = { exclude?: readonly string[]; publishedBy?: Date }

/** Newest first, always with the newest breaking article. Undated articles of feeds follow the leading ones. */
export async function listHome(db: Db, options: HomeOptions = {}): Promise<ArticleCard[]> {
  addPageTags('articles')
  const isCandidate = and(
    options.exclude?.length ? hasNoneOfIds(articles.id, options.exclude) : undefined,
    options.publishedBy ? lte(articles.publishedAt, options.publishedBy) : undefined,
  )
  const newest = db
    .select(homeColumns)
    .from(articles)
    .where(isCandidate)
    .orderBy(...newestFirst)
    .limit(HOME_SIZE)
  const breaking = db
    .select(cardColumns)
    .from(articles)
    .where(and(sql`${articles.isBreaking}`, isCandidate))
    .orderBy(...newestFirst)
    .limit(1)
  const [rows, [top]] = await Promise.all([newest, breaking])
  const isLed = rows.slice(0, LEADING_SIZE).every(({ canLead }) => canLead)
  const leaders = isLed ? [] : await listLeaders(db, isCandidate)
  const listed = [...new Map([...leaders, ...rows].map((row) => [row.id, row])).values()]
  const cards = listed.slice(0, HOME_SIZE).map(toCard)
  const missing = top && !cards.some(({ id }) => id === top.id)
  return missing ? [toCard(top), ...cards.slice(0, HOME_SIZE - 1)] : cards
}

function listLeaders(db: Db, isCandidate: SQL | undefined): Promise<CardRow[]> {
  const candidates = db
    .select(homeColumns)
    .from(articles)
    .where(isCandidate)
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

/** Returns the cards of published articles, by id. */
export async function findCards(db: Db, ids: readonly string[]): Promise<Map<string, ArticleCard>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select(cardColumns).from(articles).where(hasOneOfIds(articles.id, ids))
  return new Map(rows.map((row) => [row.id, toCard(row)]))
}

/** Newest first. */
export async function listBreaking(db: Db): Promise<Headline[]> {
  return readShared('breaking', 'breaking', async () => {
    const rows = await db
      .select({ id: articles.id, title: articles.title, slug: articles.slug })
      .from(articles)
      .where(sql`${articles.isBreaking}`)
      .orderBy(...newestFirst)
      .limit(BREAKING_SIZE)
    return rows.map(({ id, title, slug }) => ({ id, title, path: articlePath({ id, title, slug }) }))
  })
}

/**
 * /news has all articles (spec §2, Category pages).
 *
 * @param before the previous page's `next`; an invalid one means the first page
 */
export async function listCategory(db: Db, category: Category, before?: string): Promise<ArticleList> {
  addPageTags(categoryListTag(category))
  const ofCategory = category === GENERAL_CATEGORY ? undefined : eq(articles.category, category)
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

/** @param post the live post from which an earlier page of live coverage starts */
export async function findArticle(db: Db, id: string, post?: string): Promise<ArticleDetail | null> {
  if (!isUuid(id)) return null
  addPageTags(`article:${id}`)
  const [row] = await db.select(detailColumns).from(articles).where(eq(articles.id, id))
  if (!row) return null
  addNameTags(row.people ?? [], row.topics ?? [])
  const newest = await listNewestOf(db, row.category)
  const related = newest.filter((card) => card.id !== id).slice(0, RELATED_SIZE)
  const article = toArticle(row, row.origin === 'feed' && (await hasFeedImages(db)))
  const coverage = await showTimeline(db, row, post, new Date())
  const text = article.body + coverage
  allowSources(embedSources(text))
  const { html: body, recordings } = await showBlocks(db, text)
  return { ...article, body, ...(recordings.length > 0 && { recordings }), related }
}

/** Sanitises the texts. `showBlocks` adds the current data of their blocks. */
export function toArticle(row: DetailRow, hasImages = false): Omit<ArticleDetail, 'related'> {
  const people = peopleOf(row)
  return { ...toCard(row), author: authorOf(people, row.author), ...toDetail(row, people, hasImages) }
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
  sponsoredBy: articles.sponsoredBy,
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
  searchTitle: articles.searchTitle,
  searchDescription: articles.searchDescription,
  socialTitle: articles.socialTitle,
  shownSocialImage: libraryImage(articles.socialImage),
  canonicalUrl: articles.canonicalUrl,
  isUnlisted: articles.isUnlisted,
  imageCredits: imageCredits(articles.imageUrl),
  byline: articles.byline,
  people: shownPeople,
  topics: shownTopics,
}

type BodyRow = Pick<typeof articles.$inferSelect, 'content' | 'origin'> & {
  sponsoredBy?: string | null
  corrections: Correction[]
}

type DetailRow = BodyRow &
  Pick<
    typeof articles.$inferSelect,
    Exclude<
      keyof typeof detailColumns,
      'corrections' | 'imageCredits' | 'shownSocialImage' | 'people' | 'topics'
    >
  > & {
    imageCredits?: { caption: string; credit: string } | null
    shownSocialImage?: LibraryImage | null
    people?: ShownPerson[] | null
    topics?: ShownTopic[] | null
  }

function toDetail(
  row: DetailRow,
  people: readonly ShownPerson[],
  hasImages: boolean,
): Omit<ArticleDetail, keyof ArticleCard | 'related'> {
  const topics = row.topics ?? []
  const corrections = newestCorrectionsFirst(row)
  const body = hasImages ? sanitiseWithImages(row) : sanitiseText(row)
  const summary = htmlToText(row.summary)
  const readBodyText = () => plainText(body)
  // Some feeds send the summary as the body.
  const isRepeated = !body.includes('<figure') && readBodyText() === summary
  const text = isRepeated ? '' : showText(body)
  const url = webAddress(row.sourceUrl)
  const sourceName = row.sourceName?.trim()
  const fullStory =
    url && isExcerpt(readBodyText())
      ? writeFullStoryLink({ url, name: sourceName || new URL(url).hostname })
      : ''
  const isIngested = row.origin !== 'editor'
  const language = describeLanguage(row, `${row.title} ${summary || readBodyText().slice(0, 1_000)}`)
  const direction = language.dir ?? languageDirection(place().locale)
  const dateNote = isIngested && !row.isDated ? writeEstimatedDate() : ''
  return {
    byline: writeByline(people, row.author),
    body: addCorrections(addBlockDirections(text, direction) + fullStory + dateNote, corrections),
    ...(people.length > 0 && { people: people.map(({ slug, name, role }) => ({ slug, name, role })) }),
    ...(topics.length > 0 && { topics: topics.map(({ slug, name }) => ({ slug, name })) }),
    ...describeImage(row),
    description: row.searchDescription || descriptionOf(summary || readBodyText()),
    ...describeForSearch(row),
    readingMinutes: readingMinutes(body),
    ...language,
    updatedAt: row.updatedAt?.toISOString() ?? null,
    aside:
      writeKeyFactsLink(body) +
      writeTopics(topics) +
      (url ? writeOriginalSource({ url, name: sourceName || phrase('View original article') }) : ''),
    ...(isIngested && url && { publisher: jsonLdPublisher(url, sourceName) }),
    ...(corrections.length > 0 && { corrections: corrections.map(correctionJsonLd) }),
    ...(corrections.some(({ kind }) => kind !== 'retraction') && { hasChangeNotes: true as const }),
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
  return addCorrections(sanitiseText(row), newestCorrectionsFirst(row))
}

export function newestCorrectionsFirst({ corrections }: Pick<BodyRow, 'corrections'>): Correction[] {
  return corrections
    .map(({ at, ...note }) => ({ ...note, at: new Date(at).toISOString() }))
    .toSorted((a, b) => b.at.localeCompare(a.at))
}

function jsonLdPublisher(url: string, sourceName: string | undefined) {
  const { hostname, origin } = new URL(url)
  return { name: sourceName || hostname, url: origin }
}
