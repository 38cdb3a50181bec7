import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import { feeds } from '#schema/feeds.ts'

export type Feed = typeof feeds.$inferSelect

/** In UTF-16 units; the unique index could not hold a much longer one. */
const LONGEST_ADDRESS = 2_048

/** All feeds, by category and title. */
export function listFeeds(db: Db): Promise<Feed[]> {
  return db.select().from(feeds).orderBy(asc(feeds.category), asc(feeds.title), asc(feeds.url))
}

/** The enabled feeds whose time has come at `now`, the longest waiting first. */
export function listDueFeeds(db: Db, now: Date): Promise<Feed[]> {
  return db
    .select()
    .from(feeds)
    .where(and(eq(feeds.enabled, true), sql`${feeds.nextCheckAt} <= ${now.toISOString()}::timestamptz`))
    .orderBy(asc(feeds.nextCheckAt))
}

/** Not even an administrator has a publisher asked twice within this time. */
const LEAST_PAUSE_SECONDS = 60

/**
 * The feeds that an administrator who cannot wait may have asked, the longest waiting first: all that are enabled, but for
 * those that were asked a moment ago, and those that failed, whose wait is the publisher's own wish or doubles until it
 * answers.
 */
export function listFeedsToRefresh(db: Db, now: Date): Promise<Feed[]> {
  const rested = new Date(now.getTime() - LEAST_PAUSE_SECONDS * 1000)
  const mayBeAsked = and(
    eq(feeds.failureCount, 0),
    or(isNull(feeds.lastCheckedAt), lt(feeds.lastCheckedAt, rested)),
  )
  return db
    .select()
    .from(feeds)
    .where(and(eq(feeds.enabled, true), or(lte(feeds.nextCheckAt, now), mayBeAsked)))
    .orderBy(asc(feeds.nextCheckAt))
}

/** The feed of that id, where it is enabled, whether its time has come or not. */
export function listEnabledFeed(db: Db, id: string): Promise<Feed[]> {
  return db
    .select()
    .from(feeds)
    .where(and(eq(feeds.enabled, true), eq(feeds.id, id)))
}

/** An address as it is stored, or why it cannot be one, as half a sentence. */
export function readFeedAddress(text: string): { address: string } | { reason: string } {
  const address = feedAddress(text)
  if (!address) return { reason: `"${text}" is not an http or https address` }
  return address.length > LONGEST_ADDRESS ? { reason: 'The address is too long' } : { address }
}

/** The address in its normal spelling, without a fragment; undefined unless it is http or https without credentials. */
function feedAddress(text: string): string | undefined {
  if (!URL.canParse(text.trim())) return undefined
  const url = new URL(text.trim())
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  url.hash = ''
  return url.href
}
