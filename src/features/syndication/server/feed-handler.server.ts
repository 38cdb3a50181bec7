import { type FeedFormat, type FeedSection, feedType } from '#features/site/rules/feed-links.ts'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { parseCategory } from '#kernel/category.ts'
import { db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { buildSiteFeed, type SiteFeed } from '../rules/site-feed.ts'
import { writeAtom, writeJsonFeed, writeRss } from '../rules/write-feeds.ts'
import { listFeedArticles, listFeedCorrections } from './syndication.server.ts'

const WRITERS: Record<FeedFormat, (feed: SiteFeed) => string> = {
  rss: writeRss,
  atom: writeAtom,
  json: writeJsonFeed,
}

/**
 * 404 for unknown sections.
 *
 * @param segment of the address, in any letter case
 */
export async function handleFeed(format: FeedFormat, segment?: string): Promise<Response> {
  const section = segment === undefined ? undefined : parseSection(segment)
  if (segment !== undefined && !section) return new Response('Category not found.\n', { status: 404 })
  const [settings, articles] = await Promise.all([
    findPublicSettings(db()),
    section === 'Corrections' ? listFeedCorrections(db()) : listFeedArticles(db(), section),
  ])
  const feed = buildSiteFeed({ origin: siteOrigin(), settings }, { format, section, articles })
  const headers: HeadersInit = { 'content-type': `${feedType(format)}; charset=utf-8` }
  if (feed.items.length > 0) headers['last-modified'] = feed.updatedAt.toUTCString()
  return new Response(WRITERS[format](feed), { headers })
}

function parseSection(segment: string): FeedSection | undefined {
  return segment.toLowerCase() === 'corrections' ? 'Corrections' : parseCategory(segment)
}
