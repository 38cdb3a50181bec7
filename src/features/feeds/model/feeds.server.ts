import { and, asc, eq, getTableColumns, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { phrase } from '#kernel/text/phrase.ts'
import { isWebUrl, MAX_URL_LENGTH } from '#kernel/web-address.ts'
import type { Db } from '#platform/database/db.server.ts'
import { byName } from '#platform/database/name-order.server.ts'
import { feeds } from '#schema/feeds.ts'
import { MAX_COUNTED_ARTICLES, webSchemeOf } from './feed-form.ts'
import { type FeedHealth, feedHealth } from './feed-health.ts'

export type Feed = typeof feeds.$inferSelect

export function listFeeds(db: Db): Promise<Feed[]> {
  return db.select().from(feeds).orderBy(asc(feeds.category), byName(feeds.title), asc(feeds.url))
}

/** `articles` and `held` count up to `MAX_COUNTED_ARTICLES`. */
export type ListedFeed = Omit<Feed, 'etag' | 'lastModified' | 'createdAt' | 'movedTo' | 'movedCount'> & {
  health: FeedHealth
  articles: number
  /** Items, and changes of articles, that await a decision. */
  held: number
}

export async function listFeedsWithHealth(db: Db): Promise<ListedFeed[]> {
  const { etag, lastModified, createdAt, movedTo, movedCount, ...columns } = getTableColumns(feeds)
  const rows = await db
    .select({
      ...columns,
      articles: sql<number>`(select count(*)::int from
        (select from articles where articles.feed_id = feeds.id limit ${MAX_COUNTED_ARTICLES}) as counted)`,
      held: sql<number>`(select count(*)::int from
        (select from held_items join drafts on drafts.id = held_items.article_id
          where held_items.feed_id = feeds.id and drafts.deleted_at is null limit ${MAX_COUNTED_ARTICLES}) as waiting)`,
    })
    .from(feeds)
    .orderBy(byName(feeds.title), asc(feeds.url))
  return rows.map((row) => ({ ...row, health: feedHealth(row) }))
}

/** Enabled ones, most overdue first. */
export function listDueFeeds(db: Db, now: Date): Promise<Feed[]> {
  return db
    .select()
    .from(feeds)
    .where(and(eq(feeds.enabled, true), sql`${feeds.nextCheckAt} <= ${now.toISOString()}::timestamptz`))
    .orderBy(asc(feeds.nextCheckAt))
}

const MIN_INTERVAL_MS = 60_000

/** Most overdue first, except those fetched in the last minute, in back-off or Retry-After. */
export function listFeedsToRefresh(db: Db, now: Date): Promise<Feed[]> {
  const checkedBefore = new Date(now.getTime() - MIN_INTERVAL_MS)
  const canBeFetched = and(
    eq(feeds.failureCount, 0),
    or(isNull(feeds.lastCheckedAt), lt(feeds.lastCheckedAt, checkedBefore)),
  )
  return db
    .select()
    .from(feeds)
    .where(and(eq(feeds.enabled, true), or(lte(feeds.nextCheckAt, now), canBeFetched)))
    .orderBy(asc(feeds.nextCheckAt))
}

export function listEnabledFeed(db: Db, id: string): Promise<Feed[]> {
  return db
    .select()
    .from(feeds)
    .where(and(eq(feeds.enabled, true), eq(feeds.id, id)))
}

export async function hasEnabledFeeds(db: Db): Promise<boolean> {
  return (await db.$count(feeds, eq(feeds.enabled, true))) > 0
}

/** Enabled feeds whose last fetch failed. */
export function countFailingFeeds(db: Db): Promise<number> {
  return db.$count(feeds, and(feeds.enabled, gt(feeds.failureCount, 0)))
}

export async function findFeed(db: Db, url: string): Promise<Feed | undefined> {
  const [feed] = await db
    .select()
    .from(feeds)
    .where(eq(feeds.url, normaliseFeedAddress(url)))
  return feed
}

/** Returns other texts unchanged. */
export function normaliseFeedAddress(url: string): string {
  const read = parseFeedAddress(url)
  return 'address' in read ? read.address : url
}

/** `reason` has no full stop. */
export function parseFeedAddress(text: string): { address: string } | { reason: string } {
  const url = URL.parse(webSchemeOf(text))
  if (url === null || !isWebUrl(url)) return { reason: `"${text}" is not an http or https address` }
  if (url.username || url.password)
    return { reason: phrase('Addresses with a user name or password are not supported') }
  url.hash = ''
  return url.href.length > MAX_URL_LENGTH
    ? { reason: phrase('The address is too long') }
    : { address: url.href }
}
