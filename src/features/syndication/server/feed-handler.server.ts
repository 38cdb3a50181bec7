import { type FeedFormat, feedType } from '#features/site/rules/feed-links.ts'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { parseCategory } from '#kernel/category.ts'
import { db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { buildSiteFeed, type SiteFeed } from '../rules/site-feed.ts'
import { writeAtom, writeJsonFeed, writeRss } from '../rules/write-feeds.ts'
import { listFeedArticles } from './syndication.server.ts'

const WRITERS: Record<FeedFormat, (feed: SiteFeed) => string> = {
  rss: writeRss,
  atom: writeAtom,
  json: writeJsonFeed,
}

/** Responds with 404 for unknown categories. */
export async function handleFeed(format: FeedFormat, segment?: string): Promise<Response> {
  const category = segment === undefined ? undefined : parseCategory(segment)
  if (segment !== undefined && !category) return new Response('Category not found.\n', { status: 404 })
  const [settings, articles] = await Promise.all([findPublicSettings(db()), listFeedArticles(db(), category)])
  const feed = buildSiteFeed({ origin: siteOrigin(), settings }, { format, category, articles })
  const headers: HeadersInit = { 'content-type': `${feedType(format)}; charset=utf-8` }
  if (feed.items.length > 0) headers['last-modified'] = feed.updatedAt.toUTCString()
  return new Response(WRITERS[format](feed), { headers })
}
