import { and, eq } from 'drizzle-orm'
import type { Db } from '#platform/database/db.server.ts'
import type { Outbound } from '#platform/outbound/outbound.server.ts'
import { articles } from '#schema/articles.ts'
import { publisherOf } from '../model/feed-form.ts'
import type { Feed } from '../model/feeds.server.ts'
import { choosePublisher } from '../parse/read-page-head.ts'
import type { FeedReader } from './feed-reader.server.ts'
import { requestPage } from './request-feed.server.ts'

/** Replaces the source name of the feed's articles, except where the item names another source. */
export async function renamePublisher(tx: Db, feed: Feed, from: string | null): Promise<void> {
  const to = publisherOf(feed)
  if (from === null || to === null || from === to) return
  await tx
    .update(articles)
    .set({ sourceName: to })
    .where(and(eq(articles.feedId, feed.id), eq(articles.sourceName, from)))
}

const TIMEOUT_MS = 5_000

/** @param site.siteUrl an absolute address */
export type DetectPublisher = (site: { title: string; siteUrl: string }) => Promise<string>

/** See `choosePublisher`. Requests the website of several feeds once. */
export function createPublisherDetector({
  outbound,
  reader,
  signal,
}: {
  outbound: Outbound
  reader: FeedReader
  signal: AbortSignal
}): DetectPublisher {
  const siteNames = new Map<string, Promise<string | null>>()

  async function readSiteName(siteUrl: string): Promise<string | null> {
    const page = await requestPage(siteUrl, {
      outbound,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const head = page && (await reader.readPageHead(page))
    return head?.siteName ?? null
  }

  return async ({ title, siteUrl }) => {
    const siteName = siteNames.get(siteUrl) ?? readSiteName(siteUrl)
    siteNames.set(siteUrl, siteName)
    return choosePublisher(await siteName, title, siteUrl)
  }
}
