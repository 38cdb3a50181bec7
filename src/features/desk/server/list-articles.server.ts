import { and, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ResultCount } from '#features/articles/rules/result-count.ts'
import { LIST_SIZE } from '#features/articles/server/articles.server.ts'
import {
  containsByIndex,
  containsWords,
  hasBigrams,
  INDEX_SETTINGS,
  toResultCount,
  withSearchSettings,
} from '#features/articles/server/find-matching-articles.server.ts'
import { parseCursor } from '#kernel/cursor.ts'
import type { Db } from '#platform/database/db.server.ts'
import { exactInstant, isAfter, toPage } from '#platform/database/keyset.server.ts'
import { endOfDay, startOfDay } from '#platform/database/local-day.server.ts'
import { articleList } from '#schema/desk.ts'
import { articleTopics, topics } from '#schema/topics.ts'
import type { ArticleListFilter } from '../rules/article-manager-params.ts'
import { type ListedArticle, readListedArticles } from './read-listed-articles.server.ts'

/** Only the first page has a `total`. */
type ArticleListPage = { articles: ListedArticle[]; next: string | null; total: ResultCount | null }

/** `before` is a cursor. */
export type ArticleListRequest = ArticleListFilter & {
  before?: string
  /** Only drafts that the account owns or is assigned to. */
  onlyOf?: string
}

const DESCENDING = sql.raw('desc')
const ASCENDING = sql.raw('asc')

/** Shown as "10,000+". */
const MAX_COUNT = 10_000

/** Spec §2, newsroom §2. By default newest first: published articles by date, others by last edit. */
export async function listArticles(db: Db, filter: ArticleListRequest): Promise<ArticleListPage> {
  const { q, topic, before } = filter
  const order = orderOf(filter)
  const conditionWith = (isOfTopic: (slug: string) => SQL) =>
    and(meetsFilter(filter, order), topic ? isOfTopic(topic) : undefined, isBeyond(order, before)) ??
    sql`true`
  const listed = conditionWith(isListedTopic)
  const [places, total] = q
    ? await findMatching(db, q, { listed, matched: conditionWith(isMatchedTopic) }, order).then(
        ({ places, total }) => [places, total] as const,
      )
    : await Promise.all([listPlaces(db, listed, order), before ? null : countListed(db, listed)])
  const { items, next } = toPage(places, LIST_SIZE)
  const articles = await readListedArticles(
    db,
    items.map(({ id }) => id),
  )
  return { articles, next, total: before ? null : total }
}

function orderOf({ status, sort }: ArticleListRequest): ListOrder {
  if (sort === 'due') return { at: articleList.dueAt, direction: ASCENDING }
  if (status === 'bin') return { at: articleList.deletedAt, direction: DESCENDING }
  return { at: sort === 'edited' ? articleList.editedAt : articleList.listedAt, direction: DESCENDING }
}

function meetsFilter(filter: ArticleListRequest, { at }: ListOrder): SQL | undefined {
  const { category, status, author, person, source, from, to, onlyOf } = filter
  return and(
    status === 'bin' ? isNotNull(articleList.deletedAt) : isNull(articleList.deletedAt),
    at.notNull ? undefined : isNotNull(at),
    status && status !== 'bin' ? eq(articleList.status, status) : undefined,
    category ? eq(articleList.category, category) : undefined,
    author ? eq(articleList.author, author) : undefined,
    source && eq(articleList.source, source),
    from ? sql`${at} >= ${startOfDay(from)}` : undefined,
    to ? sql`${at} < ${endOfDay(to)}` : undefined,
    isOf(person),
    isOf(onlyOf),
  )
}

function isOf(person: string | undefined): SQL | undefined {
  return person ? or(eq(articleList.ownerId, person), eq(articleList.assigneeId, person)) : undefined
}

/** Reads the ids first: the planner would scan all rows for the ones of an old topic. */
function isListedTopic(slug: string): SQL {
  return sql`${articleList.id} = any(array(${idsOfTopic(slug)}))`
}

/** Compares with a hash table of ids, which is faster if rows are found in another way. */
function isMatchedTopic(slug: string): SQL {
  return sql`(${articleList.id} in (${idsOfTopic(slug)})) is true`
}

function idsOfTopic(slug: string): SQL {
  return sql`
    select ${articleTopics.articleId} from ${articleTopics} join ${topics} on ${topics.id} = ${articleTopics.topicId}
    where ${topics.slug} = ${slug}`
}

function isBeyond({ at, direction }: ListOrder, before: string | undefined): SQL | undefined {
  return isAfter(at, articleList.id, parseCursor(before), { isAscending: direction === ASCENDING })
}

async function listPlaces(db: Db, condition: SQL, { at, direction }: ListOrder): Promise<Place[]> {
  return db
    .select({ id: articleList.id, exact: exactInstant(at) })
    .from(articleList)
    .where(condition)
    .orderBy(sql`${at} ${direction}`, sql`${articleList.id} ${direction}`)
    .limit(LIST_SIZE + 1)
}

async function countListed(db: Db, condition: SQL): Promise<ResultCount> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${articleList} where ${condition} limit ${MAX_COUNT + 1}
    ) as counted`)
  const count = rows[0]?.count ?? 0
  return { count: Math.min(count, MAX_COUNT), hasMore: count > MAX_COUNT }
}

/** `exact` is the instant that the list is sorted by. */
type Place = { id: string; exact: string }

/** `at` is the sorted column; ids of the same instant follow its direction. */
type ListOrder = { at: PgColumn; direction: SQL }

/** Reading the words of an article takes about 20 µs. */
const SCANNED = 400

type Matches = {
  /** One page, and one more article that shows whether another page follows; in list order. */
  places: Place[]
  total: ResultCount
}

const { words: _, textHash: __, ...columns } = getTableColumns(articleList)

/**
 * Finds articles with words that begin with each word of `q`, or whose headline and byline contain them. Like
 * `findMatchingArticles`, uses the text indexes only if the first ones of the list do not fill the page
 * (docs/decisions/0008-two-phase-search.md).
 *
 * @param condition the same one, to read the list in order and to compare matches
 */
async function findMatching(
  db: Db,
  q: string,
  condition: { listed: SQL; matched: SQL },
  { at, direction }: ListOrder,
): Promise<Matches> {
  const order = sql`${at} ${direction}, ${articleList.id} ${direction}`
  const { rows: first } = await db.execute<Place & { isComplete: boolean }>(sql`
    with scanned as materialized (
      select ${articleList.id}, ${at} as at, ${articleList.head}, ${articleList.words},
        row_number() over (order by ${order}) as place
      from ${articleList} where ${condition.listed} order by ${order} limit ${SCANNED + 1}
    )
    select id, ${exactInstant(sql`at`)} as exact, (select count(*) <= ${SCANNED} from scanned) as "isComplete" from scanned
    where ${containsWords(sql`head`, q)} or words @@ search_query(${q}) order by place`)
  const isComplete = first[0]?.isComplete ?? false
  if (isComplete || first.length > LIST_SIZE)
    return {
      places: first.slice(0, LIST_SIZE + 1),
      total: { ...toResultCount(first.length), hasMore: !isComplete },
    }
  // The planner underestimates the comparison of words: without "offset" it would not use the index.
  const matching = (match: SQL | undefined) => sql`
    select ${articleList.id}, ${at} as at from (
      select ${sql.join(Object.values(columns), sql`, `)} from ${articleList} where ${match} offset 0
    ) as ${articleList} where ${condition.matched}`
  // Formatting an instant takes about 9 µs, too long for all matches.
  const { rows } = await withSearchSettings(db, INDEX_SETTINGS, (db) =>
    db.execute<Place & { count: number }>(sql`
      with found as materialized (
        ${matching(sql`${articleList.words} @@ search_query(${q})`)} union ${matching(and(containsByIndex(q, sql`${articleList.head}`), hasBigramsOf(q)))}
      )
      select id, ${exactInstant(sql`at`)} as exact, (select count(*)::int from found) as count
      from (select * from found order by at ${direction}, id ${direction} limit ${LIST_SIZE + 1}) as page`),
  )
  return { places: rows, total: toResultCount(rows[0]?.count ?? 0) }
}

/** Bigrams limit the matches of words that are too short for the trigram index. */
function hasBigramsOf(q: string): SQL | undefined {
  const short = q.split(' ').find((word) => [...word].length === 2)
  return short === undefined ? undefined : hasBigrams(articleList.head, short)
}
