import type { JsonFeed } from 'feedsmith'
import type { SiteFeed, SiteFeedItem } from './site-feed.ts'

/** A feed as JSON Feed 1.1. By hand, since feedsmith leaves out `items` where there are none, and they are required. */
export function writeJsonFeed({ title, description, siteName, url, feedUrl, items }: SiteFeed): string {
  const feed: JsonFeed.Feed<string> = {
    title,
    description,
    home_page_url: url,
    feed_url: feedUrl,
    language: 'en-GB',
    authors: [{ name: siteName }],
    items: items.map(toItem),
  }
  return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', ...feed })
}

function toItem(item: SiteFeedItem): JsonFeed.Item<string> {
  const { id, url, title, summary, author, category, publishedAt, updatedAt, imageUrl } = item
  return {
    id,
    url,
    title,
    content_text: summary,
    date_published: publishedAt.toISOString(),
    date_modified: updatedAt.toISOString(),
    tags: [category],
    ...(author ? { authors: [{ name: author }] } : {}),
    ...(imageUrl ? { image: imageUrl } : {}),
  }
}
