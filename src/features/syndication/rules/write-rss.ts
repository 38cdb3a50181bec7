import { generateRssFeed } from 'feedsmith'
import { heightOf, SHARE_IMAGE } from '#features/media/rules/variant.ts'
import { escapeHtml } from '#kernel/text.ts'
import type { SiteFeed, SiteFeedItem } from './site-feed.ts'

/** A feed as RSS 2.0 (RSS Advisory Board), with Dublin Core authors and Media RSS images. */
export function writeRss({ title, description, url, feedUrl, updatedAt, items }: SiteFeed): string {
  return generateRssFeed({
    title,
    description,
    link: url,
    language: 'en-gb',
    lastBuildDate: updatedAt,
    atom: { links: [{ rel: 'self', type: 'application/rss+xml', href: feedUrl }] },
    items: items.map(toItem),
  })
}

function toItem({ id, url, title, summary, author, category, publishedAt, imageUrl }: SiteFeedItem) {
  return {
    title,
    link: url,
    guid: { value: id, isPermaLink: false },
    // Readers take a description for HTML, whatever it holds.
    description: escapeHtml(summary),
    categories: [{ name: category }],
    pubDate: publishedAt,
    ...(author ? { dc: { creators: [author] } } : {}),
    ...(imageUrl ? { media: imageMedia(imageUrl) } : {}),
  }
}

/** An image as Media RSS says it. */
export function imageMedia(url: string) {
  const { ratio, width } = SHARE_IMAGE
  return {
    contents: [{ url, medium: 'image', type: 'image/webp', width, height: heightOf(ratio, width) }],
  }
}
