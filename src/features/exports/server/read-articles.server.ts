import { and, asc, type SQL, sql } from 'drizzle-orm'
import { bodyColumns, renderBody } from '#features/articles/server/articles.server.ts'
import { authorOf, shownPeople, shownTopics } from '#features/articles/server/shown-byline.server.ts'
import { linkRelated } from '#features/blocks/server/related-articles.server.ts'
import { listCoverage } from '#features/live/server/timeline.server.ts'
import { imageCredits } from '#features/media/server/shown-image.server.ts'
import { isUploadPublic } from '#features/publishing/server/public-uploads.server.ts'
import { articlePath } from '#kernel/article-path.ts'
import { decodePath } from '#kernel/paths.ts'
import { toSlug } from '#kernel/slug.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { webAddress } from '#kernel/web-address.ts'
import type { Db } from '#platform/database/db.server.ts'
import { exactInstant, isAfter } from '#platform/database/keyset.server.ts'
import { articles } from '#schema/articles.ts'
import { authors } from '#schema/authors.ts'
import { media } from '#schema/media.ts'
import { topics } from '#schema/topics.ts'
import type {
  ExportedArticle,
  ExportedByline,
  ExportedFile,
  ExportedPerson,
  ExportedTerms,
  ExportedTopic,
} from '../rules/exported-article.ts'

/** Few, since a text can have a million characters. */
const ARTICLES_PER_QUERY = 20
const ROWS_PER_QUERY = 500

/** Reads the people and topics of published articles, oldest first. @param personId only articles with this person in the byline */
export async function* readTerms(db: Db, personId?: string): AsyncGenerator<ExportedTerms> {
  const { id, author, category, publishedAt } = articles
  const read = pages((last: Position | undefined) =>
    db
      .select({
        ...{ id, author, category, exact: exactInstant(publishedAt) },
        ...{ people: shownPeople, topics: shownTopics },
      })
      .from(articles)
      .where(and(isLater(last), isBy(personId)))
      .orderBy(asc(publishedAt), asc(id))
      .limit(ROWS_PER_QUERY),
  )
  for await (const row of read)
    yield { id: row.id, category: row.category, people: bylineOf(row), topics: topicsOf(row) }
}

/** Reads the published articles without their texts, oldest first. `summary` is plain text. */
export async function* readArticleHeads(
  db: Db,
): AsyncGenerator<
  Pick<ExportedArticle, 'id' | 'title' | 'summary' | 'category' | 'publishedAt'> & { slug: string | null }
> {
  const { id, title, slug, summary, category, publishedAt } = articles
  const exact = exactInstant(publishedAt)
  const read = pages((last: Position | undefined) =>
    db
      .select({ id, title, slug, summary, category, publishedAt, exact })
      .from(articles)
      .where(isLater(last))
      .orderBy(asc(publishedAt), asc(id))
      .limit(ROWS_PER_QUERY),
  )
  for await (const row of read)
    yield { ...row, summary: htmlToText(row.summary), publishedAt: row.publishedAt.toISOString() }
}

/** Counts what `readArticles` reads. */
export function countArticles(db: Db, personId?: string): Promise<number> {
  return db.$count(articles, isBy(personId))
}

/** Reads the published articles, oldest first. @param personId only articles with this person in the byline */
export async function* readArticles(db: Db, personId?: string): AsyncGenerator<ExportedArticle> {
  const read = pages((last: Position | undefined) => selectArticles(db, personId, last), ARTICLES_PER_QUERY)
  for await (const row of read) yield await toExportedArticle(db, row)
}

function selectArticles(db: Db, personId: string | undefined, last: Position | undefined) {
  return db
    .select({
      ...bodyColumns,
      id: articles.id,
      title: articles.title,
      slug: articles.slug,
      summary: articles.summary,
      author: articles.author,
      category: articles.category,
      imageUrl: articles.imageUrl,
      imageAlt: articles.imageAlt,
      publishedAt: articles.publishedAt,
      updatedAt: articles.updatedAt,
      searchTitle: articles.searchTitle,
      searchDescription: articles.searchDescription,
      socialTitle: articles.socialTitle,
      canonicalUrl: articles.canonicalUrl,
      isUnlisted: articles.isUnlisted,
      language: articles.language,
      sourceUrl: articles.sourceUrl,
      sourceName: articles.sourceName,
      liveState: articles.liveState,
      credits: imageCredits(articles.imageUrl),
      people: shownPeople,
      topics: shownTopics,
      exact: exactInstant(articles.publishedAt),
    })
    .from(articles)
    .where(and(isLater(last), isBy(personId)))
    .orderBy(asc(articles.publishedAt), asc(articles.id))
    .limit(ARTICLES_PER_QUERY)
}

type Row = Awaited<ReturnType<typeof selectArticles>>[number]
type Position = { exact: string; id: string }

function isLater(last: Position | undefined): SQL | undefined {
  const cursor = last && { publishedAt: last.exact, id: last.id }
  return isAfter(articles.publishedAt, articles.id, cursor, { isAscending: true })
}

function isBy(personId: string | undefined): SQL | undefined {
  if (personId === undefined) return undefined
  return sql`(exists (select from article_authors x where x.article_id = ${articles.id} and x.author_id = ${personId})
    or ${articles.byline} is null and ${articles.author} in (select name from author_aliases where author_id = ${personId}))`
}

async function toExportedArticle(db: Db, row: Row): Promise<ExportedArticle> {
  const { id, title, slug, imageUrl, publishedAt, updatedAt } = row
  const path = articlePath({ id, title, slug })
  const coverage = row.liveState === null ? '' : await listCoverage(db, id)
  const sourceUrl = webAddress(row.sourceUrl)
  const isServed = imageUrl?.startsWith('/') || webAddress(imageUrl) !== null
  return {
    id,
    path,
    title,
    summary: htmlToText(row.summary),
    html: await linkRelated(db, renderBody(row) + coverage),
    category: row.category,
    people: bylineOf(row),
    topics: topicsOf(row),
    image: imageUrl && isServed ? { url: imageUrl, alt: row.imageAlt, ...(row.credits ?? NO_CREDITS) } : null,
    publishedAt: publishedAt.toISOString(),
    updatedAt: updatedAt?.toISOString() ?? null,
    slug: decodePath(path).split('/').at(-1) ?? '',
    searchTitle: row.searchTitle,
    searchDescription: row.searchDescription,
    socialTitle: row.socialTitle,
    canonicalUrl: row.canonicalUrl,
    isUnlisted: row.isUnlisted === true,
    source: sourceUrl
      ? { url: sourceUrl, name: row.sourceName?.trim() || new URL(sourceUrl).hostname }
      : null,
    sponsoredBy: row.sponsoredBy,
    language: row.language,
  }
}

const NO_CREDITS = { caption: '', credit: '' }

function topicsOf({ topics }: Pick<Row, 'topics'>): ExportedArticle['topics'] {
  return (topics ?? []).map(({ slug, name }) => ({ slug, name }))
}

function bylineOf({ people, author }: Pick<Row, 'people' | 'author'>): ExportedByline[] {
  if (people?.length)
    return people.map(({ slug, ...person }) => ({ ...person, slug: slug ?? slugOfName(person.name) }))
  const name = authorOf([], author).trim()
  return name ? [{ id: null, slug: slugOfName(name), name, role: '' }] : []
}

/** Returns a slug for a person without a page. */
export function slugOfName(name: string): string {
  return toSlug(name) || 'author'
}

export async function* readPeople(db: Db, personId?: string): AsyncGenerator<ExportedPerson> {
  const { id, slug, name, biography, imageUrl, links } = authors
  yield* pages((last) =>
    db
      .select({ id, slug, name, biography, imageUrl, links })
      .from(authors)
      .where(
        and(last && sql`${id} > ${last.id}`, personId === undefined ? undefined : sql`${id} = ${personId}`),
      )
      .orderBy(asc(id))
      .limit(ROWS_PER_QUERY),
  )
}

/** Reads the distinct plain-text bylines of published articles, in alphabetical order. */
export async function* readPlainBylines(db: Db): AsyncGenerator<{ name: string }> {
  const { author, byline } = articles
  yield* pages<{ name: string }>((last) =>
    db
      .selectDistinct({ name: author })
      .from(articles)
      .where(
        and(
          sql`${author} > ${last?.name ?? ''} and ${byline} is null`,
          sql`not exists (select from author_aliases s where s.name = ${author})`,
        ),
      )
      .orderBy(asc(author))
      .limit(ROWS_PER_QUERY),
  )
}

export async function* readTopics(db: Db): AsyncGenerator<ExportedTopic> {
  const { id, slug, name, description } = topics
  yield* pages((last) =>
    db
      .select({ id, slug, name, description })
      .from(topics)
      .where(last && sql`${id} > ${last.id}`)
      .orderBy(asc(id))
      .limit(ROWS_PER_QUERY),
  )
}

/**
 * Reads the files of the library that readers may see, by name.
 *
 * @param personId only the portrait of this person, and the files of articles with this person in the byline
 */
export async function* readPublicFiles(db: Db, personId?: string): AsyncGenerator<ExportedFile> {
  const { name, file, mime, alt, caption, credit, createdAt } = media
  const read = pages((last: { name: string; createdAt: Date } | undefined) =>
    db
      .select({ name, file, mime, alt, caption, credit, createdAt })
      .from(media)
      .where(and(last && sql`${name} > ${last.name}`, isFileOf(personId)))
      .orderBy(asc(name))
      .limit(ROWS_PER_QUERY),
  )
  for await (const row of read)
    if (await isUploadPublic(db, row.name)) yield { ...row, createdAt: row.createdAt.toISOString() }
}

/** Counts the files that `readPublicFiles` looks at. */
export function countFiles(db: Db, personId?: string): Promise<number> {
  return db.$count(media, isFileOf(personId))
}

function isFileOf(personId: string | undefined): SQL | undefined {
  if (personId === undefined) return undefined
  return sql`${media.name} in (
    select unnest(upload_names(image_url, summary, content)) from articles where ${isBy(personId)}
    union all select unnest(upload_names('', '', body)) from live_posts join articles on articles.id = article_id
      where ${isBy(personId)}
    union all select unnest(upload_names(image_url, '', '')) from authors where id = ${personId})`
}

async function* pages<Row extends Last, Last = Row>(
  read: (last: Last | undefined) => Promise<Row[]>,
  size = ROWS_PER_QUERY,
): AsyncGenerator<Row> {
  let last: Row | undefined
  for (;;) {
    const rows: Row[] = await read(last)
    yield* rows
    last = rows.at(-1)
    if (rows.length < size) return
  }
}
