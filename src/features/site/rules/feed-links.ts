import { type Category, categoryPath } from '#kernel/category.ts'
import type { Site } from './public-settings.ts'

/** The formats of the site's feeds: RSS 2.0, Atom (RFC 4287), JSON Feed 1.1. */
export const FEED_FORMATS = ['rss', 'atom', 'json'] as const

export type FeedFormat = (typeof FEED_FORMATS)[number]

/** A link for feed autodiscovery. */
export type FeedLink = { rel: 'alternate'; type: string; title: string; href: string }

const FORMATS: Record<FeedFormat, { name: string; file: string; type: string }> = {
  rss: { name: 'RSS', file: 'feed.xml', type: 'application/rss+xml' },
  atom: { name: 'Atom', file: 'atom.xml', type: 'application/atom+xml' },
  json: { name: 'JSON Feed', file: 'feed.json', type: 'application/feed+json' },
}

/** The media type of a format, without parameters. */
export function feedType(format: FeedFormat): string {
  return FORMATS[format].type
}

/** The path of the whole site's feed, or of a category's: `/feed.xml`, `/sport/atom.xml`. */
export function feedPath(format: FeedFormat, category?: Category): string {
  return `${category ? categoryPath(category) : ''}/${FORMATS[format].file}`
}

/** The name of the whole site's feed, or of a category's. */
export function feedTitle(site: Site, category?: Category): string {
  const { siteName } = site.settings
  return category ? `${category} | ${siteName}` : siteName
}

/** Links to the feeds of the whole site, or of a category, in every format. */
export function feedLinks(site: Site, category?: Category): FeedLink[] {
  return FEED_FORMATS.map((format) => ({
    rel: 'alternate',
    type: FORMATS[format].type,
    title: `${feedTitle(site, category)} (${FORMATS[format].name})`,
    href: site.origin + feedPath(format, category),
  }))
}
