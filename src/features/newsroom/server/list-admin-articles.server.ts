import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ResultCount } from '#features/articles/rules/result-count.ts'
import { LIST_SIZE } from '#features/articles/server/articles.server.ts'
import { parseCursor } from '#kernel/cursor.ts'
import type { Db } from '#platform/database/db.server.ts'
import { exactInstant, toPage } from '#platform/database/keyset.server.ts'
import { deskEntries } from '#schema/desk.ts'
import { articleTopics, topics } from '#schema/topics.ts'
import type { ArticleListFilter } from '../rules/article-manager-params.ts'
import { findMatchingEntries, type ListOrder, type Place } from './find-matching-entries.server.ts'
import { type AdminArticle, readListEntries } from './read-list-entries.server.ts'

/** Only the first page has a `total`. */
export type AdminArticleList = { articles: AdminArticle[]; next: string | null; total: ResultCount | null }

/** `before` is a cursor. */
export type AdminArticleFilter = ArticleListFilter & {
  before?: string
  /** Only drafts that this account owns or is assigned to. */
  onlyOf?: string
}

const DESCENDING = sql.raw('desc')
const ASCENDING = sql.raw('asc')

/** Shown as "10,000+". */
const MAX_COUNT = 10_000

/** Spec §2, newsroom §2. By default newest first: published articles by date, others by their last edit. */
export async function listAdminArticles(db: Db, filter: AdminArticleFilter): Promise<AdminArticleList> {
  const { q, topic, before } = filter
  const order = orderOf(filter)
  const conditionWith = (isOfTopic: (slug: string) => SQL) =>
    and(meetsFilter(filter, order), topic ? isOfTopic(topic) : undefined, isBeyond(order, before)) ??
    sql`true`
  const listed = conditionWith(isListedTopic)
  const [places, total] = q
    ? await findMatchingEntries(db, q, { listed, matched: conditionWith(isMatchedTopic) }, order).then(
        ({ places, total }) => [places, total] as const,
      )
    : await Promise.all([listPlaces(db, listed, order), before ? null : countEntries(db, listed)])
  const { items, next } = toPage(places, LIST_SIZE)
  const entries = await readListEntries(
    db,
    items.map(({ id }) => id),
  )
  return { articles: entries, next, total: before ? null : total }
}

function orderOf({ status, sort }: AdminArticleFilter): ListOrder {
  if (sort === 'due') return { at: deskEntries.dueAt, direction: ASCENDING }
  if (status === 'bin') return { at: deskEntries.deletedAt, direction: DESCENDING }
  return { at: sort === 'edited' ? deskEntries.editedAt : deskEntries.listedAt, direction: DESCENDING }
}

function meetsFilter(filter: AdminArticleFilter, { at }: ListOrder): SQL | undefined {
  const { category, status, author, person, source, from, to, onlyOf } = filter
  return and(
    status === 'bin' ? isNotNull(deskEntries.deletedAt) : isNull(deskEntries.deletedAt),
    at.notNull ? undefined : isNotNull(at),
    status && status !== 'bin' ? eq(deskEntries.status, status) : undefined,
    category && eq(deskEntries.category, category),
    author ? eq(deskEntries.author, author) : undefined,
    source && eq(deskEntries.source, source),
    from ? sql`${at} >= ${from}::date::timestamp at time zone 'Europe/London'` : undefined,
    to ? sql`${at} < (${to}::date + 1)::timestamp at time zone 'Europe/London'` : undefined,
    isOf(person),
    isOf(onlyOf),
  )
}

function isOf(person: string | undefined): SQL | undefined {
  return person ? or(eq(deskEntries.ownerId, person), eq(deskEntries.assigneeId, person)) : undefined
}

/** Reads the ids first: the planner would scan all entries for the ones of an old topic. */
function isListedTopic(slug: string): SQL {
  return sql`${deskEntries.id} = any(array(${idsOfTopic(slug)}))`
}

/** Compares with a hash table of the ids, which is faster if entries are found in another way. */
function isMatchedTopic(slug: string): SQL {
  return sql`(${deskEntries.id} in (${idsOfTopic(slug)})) is true`
}

function idsOfTopic(slug: string): SQL {
  return sql`
    select ${articleTopics.articleId} from ${articleTopics} join ${topics} on ${topics.id} = ${articleTopics.topicId}
    where ${topics.slug} = ${slug}`
}

function isBeyond({ at, direction }: ListOrder, before: string | undefined): SQL | undefined {
  const cursor = parseCursor(before)
  const comparison = direction === ASCENDING ? sql`>` : sql`<`
  return (
    cursor &&
    sql`(${at}, ${deskEntries.id}) ${comparison} (${cursor.publishedAt}::timestamptz, ${cursor.id}::uuid)`
  )
}

async function listPlaces(db: Db, condition: SQL, { at, direction }: ListOrder): Promise<Place[]> {
  return db
    .select({ id: deskEntries.id, exact: exactInstant(at) })
    .from(deskEntries)
    .where(condition)
    .orderBy(sql`${at} ${direction}`, sql`${deskEntries.id} ${direction}`)
    .limit(LIST_SIZE + 1)
}

async function countEntries(db: Db, condition: SQL): Promise<ResultCount> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${deskEntries} where ${condition} limit ${MAX_COUNT + 1}
    ) as counted`)
  const count = rows[0]?.count ?? 0
  return { count: Math.min(count, MAX_COUNT), hasMore: count > MAX_COUNT }
}
