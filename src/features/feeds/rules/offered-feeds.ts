import { walkHtml } from '#kernel/walk-html.ts'
import { webAddress } from '#kernel/web-address.ts'
import { boundedLine, boundedUrl } from './bounded.ts'
import { plainLine } from './plain-line.ts'

/** A feed that a web page names as one of its own; `title` may be empty. */
export type OfferedFeed = { url: string; title: string }

const TYPES =
  /^(application\/(rss|atom|rdf)\+xml|application\/feed\+json|application\/json|text\/xml)\s*(;|$)/i
/** A page's links stand in its head. */
const HEAD_LENGTH = 500_000
const MOST = 20

/** The feeds that a web page names in its head (RSS autodiscovery, `rel="alternate"`), each once. */
export function offeredFeeds(html: string, pageUrl: string): OfferedFeed[] {
  const found = new Map<string, OfferedFeed>()
  let base = pageUrl
  walkHtml(html.slice(0, HEAD_LENGTH), {
    open(name, { rel = '', type = '', href, title }) {
      if (name === 'base') base = webAddress(href, pageUrl) ?? base
      if (name !== 'link' || !/(^|\s)(alternate|feed)(\s|$)/i.test(rel) || !TYPES.test(type)) return
      const url = webAddress(boundedUrl(href), base)
      if (!url || found.has(url) || found.size >= MOST) return
      found.set(url, { url, title: plainLine({ value: boundedLine(title) ?? '', type: 'text' }) })
    },
  })
  return [...found.values()]
}
