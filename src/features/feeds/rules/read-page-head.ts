import { truncateText } from '#kernel/text.ts'
import { walkHtml } from '#kernel/walk-html.ts'
import { webAddress } from '#kernel/web-address.ts'
import { MAX_PUBLICATION_LENGTH } from './feed-form.ts'
import { isGenericName, sourceName, toPlainLine } from './feed-text.ts'
import { limitLine, limitUrl } from './source-feed.ts'

export type PageHead = {
  /** `og:site_name` as plain text. */
  siteName: string | null
  /** Absolute address of `rel="canonical"` (RFC 6596). */
  canonical: string | null
}

const HEAD_LENGTH = 500_000

/** Reads the first value of each kind in the head. */
export function readPageHead(html: string, pageUrl: string): PageHead {
  const head: PageHead = { siteName: null, canonical: null }
  let base = pageUrl
  let inBody = false
  walkHtml(html.slice(0, HEAD_LENGTH), {
    open(name, { rel = '', href, property, name: metaName = '', content }) {
      if (name === 'body') inBody = true
      // Readers' comments may contain such elements.
      if (inBody) return
      if (name === 'base') base = webAddress(href, pageUrl) ?? base
      if (name === 'meta' && (property ?? metaName).toLowerCase() === 'og:site_name')
        head.siteName ??= toPlainLine({ value: limitLine(content) ?? '', type: 'text' }) || null
      if (name === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(rel))
        head.canonical ??= webAddress(limitUrl(href), base)
    },
  })
  return head
}

export type DiscoveredFeed = { url: string; title: string }

const TYPES =
  /^(application\/(rss|atom|rdf)\+xml|application\/feed\+json|application\/json|text\/xml)\s*(;|$)/i
const MAX_FEEDS = 20

/** RSS autodiscovery. */
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

/** Prefers the name of the website, then the title of the feed, then the host. */
export function choosePublication(siteName: string | null, title: string, siteUrl: string): string {
  const name = truncateText(siteName ?? '', MAX_PUBLICATION_LENGTH)
  return name && !isGenericName(name) ? name : sourceName(title, siteUrl)
}
