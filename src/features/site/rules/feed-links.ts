import { type Category, categoryName, categoryPath } from '#kernel/category.ts'
import { phrase } from '#kernel/text/phrase.ts'
import type { Site } from './public-settings.ts'

/** RSS 2.0, Atom (RFC 4287), JSON Feed 1.1. */
export const FEED_FORMATS = ['rss', 'atom', 'json'] as const

export type FeedFormat = (typeof FEED_FORMATS)[number]

/** With a path, the page of a person or topic. */
export type FeedSection = Category | 'Corrections' | { path: string; title: string }

export type FeedLink = { rel: 'alternate'; type: string; title: string; href: string }

const FORMATS: Record<FeedFormat, { name: string; file: string; type: string }> = {
  rss: { name: 'RSS', file: 'feed.xml', type: 'application/rss+xml' },
  atom: { name: 'Atom', file: 'atom.xml', type: 'application/atom+xml' },
  json: { name: 'JSON Feed', file: 'feed.json', type: 'application/feed+json' },
}

/** Returns the media type without parameters. */
export function feedType(format: FeedFormat): string {
  return FORMATS[format].type
}

/** For example `/feed.xml` or `/sport/atom.xml`. */
export function feedPath(format: FeedFormat, section?: FeedSection): string {
  return `${section ? sectionPath(section) : ''}/${FORMATS[format].file}`
}

/** Returns the path of the page with the same entries. */
export function sectionPath(section: FeedSection): string {
  if (typeof section === 'object') return section.path
  return section === 'Corrections' ? '/corrections' : categoryPath(section)
}

export function feedTitle(site: Site, section?: FeedSection): string {
  const { siteName } = site.settings
  return section ? `${sectionName(section)} | ${siteName}` : siteName
}

function sectionName(section: FeedSection): string {
  if (typeof section === 'object') return section.title
  return section === 'Corrections' ? phrase('Corrections') : categoryName(section)
}

export function feedLinks(site: Site, section?: FeedSection): FeedLink[] {
  return FEED_FORMATS.map((format) => ({
    rel: 'alternate',
    type: FORMATS[format].type,
    title: `${feedTitle(site, section)} (${FORMATS[format].name})`,
    href: site.origin + feedPath(format, section),
  }))
}
