import { walkHtml } from '#kernel/walk-html.ts'
import { webAddress } from '#kernel/web-address.ts'
import { toPlainLine } from './feed-text.ts'
import { limitLine, limitUrl } from './source-feed.ts'

export type DiscoveredFeed = { url: string; title: string }

const TYPES =
  /^(application\/(rss|atom|rdf)\+xml|application\/feed\+json|application\/json|text\/xml)\s*(;|$)/i
const HEAD_LENGTH = 500_000
const MAX_FEEDS = 20

/** RSS autodiscovery in a page's head. */
export function discoverFeeds(html: string, pageUrl: string): DiscoveredFeed[] {
  const found = new Map<string, DiscoveredFeed>()
  let base = pageUrl
  walkHtml(html.slice(0, HEAD_LENGTH), {
    open(name, { rel = '', type = '', href, title }) {
      if (name === 'base') base = webAddress(href, pageUrl) ?? base
      if (name !== 'link' || !/(^|\s)(alternate|feed)(\s|$)/i.test(rel) || !TYPES.test(type)) return
      const url = webAddress(limitUrl(href), base)
      if (!url || found.has(url) || found.size >= MAX_FEEDS) return
      found.set(url, { url, title: toPlainLine({ value: limitLine(title) ?? '', type: 'text' }) })
    },
  })
  return [...found.values()]
}
