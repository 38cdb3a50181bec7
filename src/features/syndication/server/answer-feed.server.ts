import { type FeedFormat, feedType } from '#features/site/rules/feed-links.ts'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { parseCategory } from '#kernel/category.ts'
import { db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { type SiteFeed, siteFeed } from '../rules/site-feed.ts'
import { writeAtom } from '../rules/write-atom.ts'
import { writeJsonFeed } from '../rules/write-json-feed.ts'
import { writeRss } from '../rules/write-rss.ts'
import { listFeedArticles } from './syndication.server.ts'

const WRITERS: Record<FeedFormat, (feed: SiteFeed) => string> = {
  rss: writeRss,
  atom: writeAtom,
  json: writeJsonFeed,
}

/** Answers with the feed of the whole site, or of the category that a path's segment names; 404 where it names none. */
export async function answerFeed(format: FeedFormat, segment?: string): Promise<Response> {
  const category = segment === undefined ? undefined : parseCategory(segment)
  if (segment !== undefined && !category) return new Response('There is no such category.\n', { status: 404 })
  const [settings, articles] = await Promise.all([findPublicSettings(db()), listFeedArticles(db(), category)])
  const feed = siteFeed({ origin: siteOrigin(), settings }, { format, category, articles })
  const headers: HeadersInit = { 'content-type': `${feedType(format)}; charset=utf-8` }
  if (feed.items.length > 0) headers['last-modified'] = feed.updatedAt.toUTCString()
  return new Response(WRITERS[format](feed), { headers })
}
