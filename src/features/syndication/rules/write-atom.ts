import { generateAtomFeed } from 'feedsmith'
import type { SiteFeed, SiteFeedItem } from './site-feed.ts'
import { imageMedia } from './write-rss.ts'

/** A feed as Atom (RFC 4287), with Media RSS images. */
export function writeAtom({
  title,
  description,
  siteName,
  url,
  feedUrl,
  updatedAt,
  items,
}: SiteFeed): string {
  return generateAtomFeed({
    id: feedUrl,
    title: { value: title },
    subtitle: { value: description },
    updated: updatedAt,
    // The author of the entries that name none (§4.2.1).
    authors: [{ name: siteName }],
    links: [
      { rel: 'self', type: 'application/atom+xml', href: feedUrl },
      { rel: 'alternate', type: 'text/html', href: url },
    ],
    entries: items.map(toEntry),
  })
}

function toEntry(item: SiteFeedItem) {
  const { id, url, title, summary, author, category, publishedAt, updatedAt, imageUrl } = item
  return {
    id,
    title: { value: title },
    links: [{ rel: 'alternate', type: 'text/html', href: url }],
    published: publishedAt,
    updated: updatedAt,
    categories: [{ term: category }],
    ...(summary ? { summary: { value: summary } } : {}),
    ...(author ? { authors: [{ name: author }] } : {}),
    ...(imageUrl ? { media: imageMedia(imageUrl) } : {}),
  }
}
