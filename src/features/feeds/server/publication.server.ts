import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { articles } from '#schema/articles.ts'
import { publicationOf } from '../rules/feed-form.ts'
import { choosePublication } from '../rules/read-page-head.ts'
import type { FeedReader } from './feed-reader.server.ts'
import type { Feed } from './feeds.server.ts'
import { requestPage } from './request-page.server.ts'

/** Renames the source of a feed's stored articles, except those whose item names another source. */
export async function renamePublication(tx: Db, feed: Feed, from: string | null): Promise<void> {
  const to = publicationOf(feed)
  if (from === null || to === null || from === to) return
  await tx
    .update(articles)
    .set({ sourceName: to })
    .where(and(eq(articles.feedId, feed.id), eq(articles.sourceName, from)))
}

const TIMEOUT_MS = 5_000

type Dependencies = { outbound: Outbound; reader: FeedReader; signal: AbortSignal }

/**
 * Uses the name of the website (`og:site_name`), else the title of the feed, else the host.
 *
 * @param site.siteUrl an absolute address
 */
export async function detectPublication(
  { title, siteUrl }: { title: string; siteUrl: string },
  { outbound, reader, signal }: Dependencies,
): Promise<string> {
  const page = await requestPage(siteUrl, {
    outbound,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  })
  const head = page && (await reader.readPageHead(page))
  return choosePublication(head?.siteName ?? null, title, siteUrl)
}
