import { type Category, categoryPath } from '#kernel/category.ts'
import type { Site } from './public-settings.ts'

/** RSS 2.0, Atom (RFC 4287), JSON Feed 1.1. */
export const FEED_FORMATS = ['rss', 'atom', 'json'] as const

export type FeedFormat = (typeof FEED_FORMATS)[number]

export type FeedLink = { rel: 'alternate'; type: string; title: string; href: string }

const FORMATS: Record<FeedFormat, { name: string; file: string; type: string }> = {
  rss: { name: 'RSS', file: 'feed.xml', type: 'application/rss+xml' },
  atom: { name: 'Atom', file: 'atom.xml', type: 'application/atom+xml' },
  json: { name: 'JSON Feed', file: 'feed.json', type: 'application/feed+json' },
}

/** The media type, without parameters. */
export function feedType(format: FeedFormat): string {
  return FORMATS[format].type
}

/** For example `/feed.xml` or `/sport/atom.xml`. */
export function feedPath(format: FeedFormat, category?: Category): string {
  return `${category ? categoryPath(category) : ''}/${FORMATS[format].file}`
}

export function feedTitle(site: Site, category?: Category): string {
  const { siteName } = site.settings
  return category ? `${category} | ${siteName}` : siteName
}

export function feedLinks(site: Site, category?: Category): FeedLink[] {
  return FEED_FORMATS.map((format) => ({
    rel: 'alternate',
    type: FORMATS[format].type,
    title: `${feedTitle(site, category)} (${FORMATS[format].name})`,
    href: site.origin + feedPath(format, category),
  }))
}
