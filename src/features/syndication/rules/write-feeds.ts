import { generateAtomFeed, generateRssFeed, type JsonFeed } from 'feedsmith'
import { heightOf, SHARE_IMAGE } from '#features/media/rules/variant.ts'
import { escapeHtml } from '#kernel/text/text.ts'
import { place } from '#kernel/time/place.ts'
import type { SiteFeed, SiteFeedItem } from './site-feed.ts'

/** RSS 2.0 with Atom, Content, Dublin Core and Media RSS */
export function writeRss({ title, description, url, feedUrl, updatedAt, iconUrl, items }: SiteFeed): string {
  return generateRssFeed({
    title,
    description,
    link: url,
    language: place().locale.toLowerCase(),
    lastBuildDate: updatedAt,
    image: { url: iconUrl, title, link: url },
    atom: { links: [{ rel: 'self', type: 'application/rss+xml', href: feedUrl }] },
    items: items.map(toRssItem),
  })
}

function toRssItem(item: SiteFeedItem) {
  const { id, url, title, summary, author, category, language, publishedAt, updatedAt, html } = item
  return {
    title,
    link: url,
    guid: { value: id, isPermaLink: false },
    // Feed readers treat descriptions as HTML.
    description: escapeHtml(summary),
    ...(html && { content: { encoded: html } }),
    categories: [{ name: category }],
    pubDate: publishedAt,
    // RSS has no element for it.
    ...(updatedAt > publishedAt ? { atom: { updated: updatedAt } } : {}),
    ...(author || language
      ? { dc: { ...(author && { creators: [author] }), ...(language && { languages: [language] }) } }
      : {}),
    ...imageMedia(item),
  }
}

function imageMedia({ imageUrl: url, imageAlt }: SiteFeedItem) {
  if (!url) return {}
  const { ratio, width } = SHARE_IMAGE
  const image = {
    url,
    medium: 'image',
    type: `image/${SHARE_IMAGE.format}`,
    width,
    height: heightOf(ratio, width),
  }
  return {
    media: { contents: [{ ...image, ...(imageAlt && { description: { value: imageAlt, type: 'plain' } }) }] },
  }
}

/** RFC 4287, with Media RSS */
export function writeAtom({
  title,
  description,
  siteName,
  url,
  feedUrl,
  updatedAt,
  iconUrl,
  items,
}: SiteFeed): string {
  return generateAtomFeed({
    xml: { lang: place().locale },
    id: feedUrl,
    title: { value: title },
    subtitle: { value: description },
    updated: updatedAt,
    icon: iconUrl,
    // For entries without authors (§4.2.1).
    authors: [{ name: siteName }],
    links: [
      { rel: 'self', type: 'application/atom+xml', href: feedUrl },
      { rel: 'alternate', type: 'text/html', href: url },
    ],
    entries: items.map(toAtomEntry),
  })
}

function toAtomEntry(item: SiteFeedItem) {
  const { id, url, title, summary, author, category, language, publishedAt, updatedAt, html } = item
  return {
    id,
    ...(language && { xml: { lang: language } }),
    title: { value: title },
    links: [{ rel: 'alternate', type: 'text/html', href: url }],
    published: publishedAt,
    updated: updatedAt,
    categories: [{ term: category }],
    ...(summary ? { summary: { value: summary } } : {}),
    ...(html && { content: { value: html, type: 'html' } }),
    ...(author ? { authors: [{ name: author }] } : {}),
    ...imageMedia(item),
  }
}

/** JSON Feed 1.1. feedsmith would omit empty `items`. */
export function writeJsonFeed({
  title,
  description,
  siteName,
  url,
  feedUrl,
  iconUrl,
  items,
}: SiteFeed): string {
  const feed: JsonFeed.Feed<string> = {
    title,
    description,
    home_page_url: url,
    feed_url: feedUrl,
    language: place().locale,
    icon: iconUrl,
    favicon: iconUrl,
    authors: [{ name: siteName }],
    items: items.map(toJsonItem),
  }
  return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', ...feed })
}

function toJsonItem(item: SiteFeedItem): JsonFeed.Item<string> {
  const { id, url, title, summary, author, category, language, publishedAt, updatedAt, imageUrl, html } = item
  return {
    id,
    url,
    title,
    ...(html ? { summary, content_html: html } : { content_text: summary }),
    date_published: publishedAt.toISOString(),
    date_modified: updatedAt.toISOString(),
    tags: [category],
    ...(language && { language }),
    ...(author ? { authors: [{ name: author }] } : {}),
    ...(imageUrl ? { image: imageUrl } : {}),
  }
}
