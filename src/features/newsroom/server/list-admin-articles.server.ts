import { and, count, desc, eq, isNotNull, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ResultCount } from '#features/articles/rules/result-count.ts'
import { countArticles } from '#features/articles/server/article-counts.server.ts'
import { isBefore, LIST_SIZE, newestFirst } from '#features/articles/server/articles.server.ts'
import { findMatchingArticles } from '#features/articles/server/find-matching-articles.server.ts'
import { parseCursor } from '#kernel/cursor.ts'
import type { Db } from '#platform/database/db.server.ts'
import { exactInstant, isAfter, toPage } from '#platform/database/keyset.server.ts'
import { articles } from '#schema/articles.ts'
import { drafts } from '#schema/newsroom.ts'
import type { ArticleListFilter } from '../rules/article-manager-params.ts'
import { findMatchingDrafts } from './find-matching-drafts.server.ts'
import { type AdminArticle, readListEntries } from './read-list-entries.server.ts'

/** Only the first page has a `total`. */
export type AdminArticleList = { articles: AdminArticle[]; next: string | null; total: ResultCount | null }

/** `before` is a cursor. */
export type AdminArticleFilter = ArticleListFilter & {
  before?: string
  /** Only drafts that this account owns or is assigned to. */
  personId?: string
}

/** A place in the list. `exact` is the instant that it is sorted by. */
type Place = { id: string; exact: string }

/** The places of a page and one more, unordered. */
type Found = { places: Place[]; total: ResultCount | null }

/**
 * Lists a page of drafts and articles, newest first (spec §2, newsroom §2): published articles by their date, others by their
 * last edit.
 */
export async function listAdminArticles(db: Db, filter: AdminArticleFilter): Promise<AdminArticleList> {
  const { status, sort, q, personId } = filter
  const isOfDraftsOnly =
    personId !== undefined || sort === 'edited' || (status !== undefined && status !== 'published')
  const { places, total } = isOfDraftsOnly
    ? await findDrafts(db, filter)
    : q
      ? await findMatches(db, q, filter)
      : await findAll(db, filter)
  const sorted = places.toSorted((a, b) => (a.exact + a.id < b.exact + b.id ? 1 : -1)).slice(0, LIST_SIZE + 1)
  const { items, next } = toPage(sorted, LIST_SIZE)
  const entries = await readListEntries(
    db,
    items.map(({ id }) => id),
  )
  return { articles: entries, next, total }
}

/** Published articles, and drafts that are not published. */
async function findAll(db: Db, { status, category, before }: AdminArticleFilter): Promise<Found> {
  const unpublished = and(meetsFilter({ category }), eq(drafts.isPublished, false))
  const hasOtherStatus = db
    .select({ one: sql`1` })
    .from(drafts)
    .where(and(eq(drafts.id, articles.id), ne(drafts.status, 'published'), drafts.isPublished))
  const published = db
    .select({ id: articles.id, exact: exactInstant(articles.publishedAt) })
    .from(articles)
    .where(
      and(category && eq(articles.category, category), status && notExists(hasOtherStatus), isBefore(before)),
    )
    .orderBy(...newestFirst)
    .limit(LIST_SIZE + 1)
  const [ofArticles, ofDrafts, all, further] = await Promise.all([
    published,
    status ? [] : listPlaces(db, unpublished, drafts.listedAt, before),
    before ? null : countArticles(db, category),
    before
      ? 0
      : countDrafts(
          db,
          status
            ? and(meetsFilter({ category }), drafts.isPublished, ne(drafts.status, 'published'))
            : unpublished,
        ),
  ])
  const total = all === null ? null : { count: status ? all - further : all + further, hasMore: false }
  return { places: [...ofArticles, ...ofDrafts], total }
}

async function findMatches(db: Db, q: string, filter: AdminArticleFilter): Promise<Found> {
  const { category, before, status } = filter
  const [ofArticles, ofDrafts] = await Promise.all([
    findMatchingArticles(db, q, { category, before }, !before, { scope: 'title-and-author' }),
    findMatchingDrafts(db, q, { condition: meetsFilter({ category, status }), at: drafts.listedAt, before }),
  ])
  const ids = new Set(ofDrafts.places.map(({ id }) => id))
  const places = await readPlaces(
    db,
    ofArticles.ids.filter((id) => !ids.has(id)),
    status,
  )
  const total = { ...ofArticles.total, count: ofArticles.total.count + ofDrafts.unpublished }
  return { places: [...places, ...ofDrafts.places], total: before ? null : total }
}

async function findDrafts(db: Db, filter: AdminArticleFilter): Promise<Found> {
  const { q, status, sort, before } = filter
  const condition = meetsFilter(filter)
  const at = status === 'bin' ? drafts.deletedAt : sort === 'edited' ? drafts.updatedAt : drafts.listedAt
  if (q) {
    const { places, total } = await findMatchingDrafts(db, q, { condition, at, before })
    return { places, total: before ? null : total }
  }
  const [places, all] = await Promise.all([
    listPlaces(db, condition, at, before),
    before ? null : countDrafts(db, condition),
  ])
  return { places, total: all === null ? null : { count: all, hasMore: false } }
}

function meetsFilter({ category, status, personId }: AdminArticleFilter): SQL | undefined {
  return and(
    status === 'bin' ? isNotNull(drafts.deletedAt) : isNull(drafts.deletedAt),
    status && status !== 'bin' ? eq(drafts.status, status) : undefined,
    category && eq(drafts.category, category),
    personId ? or(eq(drafts.ownerId, personId), eq(drafts.assigneeId, personId)) : undefined,
  )
}

function listPlaces(
  db: Db,
  condition: SQL | undefined,
  at: PgColumn,
  before: string | undefined,
): Promise<Place[]> {
  return db
    .select({ id: drafts.id, exact: exactInstant(at) })
    .from(drafts)
    .where(and(condition, isAfter(at, drafts.id, parseCursor(before))))
    .orderBy(desc(at), desc(drafts.id))
    .limit(LIST_SIZE + 1)
}

async function countDrafts(db: Db, condition: SQL | undefined): Promise<number> {
  const [row] = await db.select({ count: count() }).from(drafts).where(condition)
  return row?.count ?? 0
}

/** @param status leaves out articles with another status */
async function readPlaces(db: Db, ids: string[], status: string | undefined): Promise<Place[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: articles.id, exact: exactInstant(articles.publishedAt), status: drafts.status })
    .from(articles)
    .leftJoin(drafts, eq(drafts.id, articles.id))
    .where(sql`${articles.id} = any(${sql.param(ids)}::uuid[])`)
  return rows.filter((row) => !status || (row.status ?? 'published') === status)
}
