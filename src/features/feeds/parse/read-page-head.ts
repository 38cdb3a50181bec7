import { truncateText } from '#kernel/text/text.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'
import { webAddress } from '#kernel/web-address.ts'
import { MAX_PUBLISHER_LENGTH } from '../model/feed-form.ts'
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

/** "RSS", "Atom feed", "Subscribe" and paths such as "/feed/" and "/index.xml". */
const FEED_PATH =
  /\/(?:feeds?|rss2?|atom)(?:\/|\.(?:xml|rss|php|json))?$|\.(?:rss|atom)$|\/(?:index|rss|atom|feed)\.xml$/i

/** RSS autodiscovery, in elements and the Link header (RFC 8288); otherwise the links of the page to paths of feeds. */
export function discoverFeeds(html: string, pageUrl: string, header: string | null = null): DiscoveredFeed[] {
  const found = new Map<string, DiscoveredFeed>()
  const linked = new Map<string, DiscoveredFeed>()
  let base = pageUrl
  const add = (
    list: Map<string, DiscoveredFeed>,
    href: string | undefined,
    title: string | undefined,
    from = base,
  ) => {
    const url = webAddress(limitUrl(href), from)
    if (!url || list.has(url) || list.size >= MAX_FEEDS) return
    list.set(url, { url, title: toPlainLine({ value: limitLine(title) ?? '', type: 'text' }) })
  }
  for (const { href, rel = '', type = '', title } of readLinkHeader(header ?? ''))
    if (isFeedLink(rel, type)) add(found, href, title, pageUrl)
  walkHtml(html.slice(0, HEAD_LENGTH), {
    open(name, { rel = '', type = '', href, title }) {
      if (name === 'base') base = webAddress(href, pageUrl) ?? base
      if ((name === 'link' && isFeedLink(rel, type)) || (name === 'a' && isFeed(rel, type)))
        add(found, href, title)
      else if (name === 'a' && href && FEED_PATH.test(webAddress(limitUrl(href), base) ?? ''))
        add(linked, href, title)
    },
  })
  return [...(found.size > 0 ? found : linked).values()]
}

function isFeedLink(rel: string, type: string): boolean {
  return isFeed(rel, type) || (/(^|\s)alternate(\s|$)/i.test(rel) && TYPES.test(type))
}

/** `rel="feed"` needs no type. On pages with microformats it may link to an HTML page (h-feed), which is not a feed. */
function isFeed(rel: string, type: string): boolean {
  return /(^|\s)feed(\s|$)/i.test(rel) && !/^\s*(?:text\/html|application\/xhtml)/i.test(type)
}

const MAX_HEADER_LENGTH = 8_000

/** RFC 8288: `<https://…>; rel="alternate"; type="application/rss+xml"`. */
function readLinkHeader(header: string): Record<string, string>[] {
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .split(/,\s*(?=<)/)
    .flatMap((link) => {
      const [target = '', ...parameters] = link.split(';')
      const href = /^\s*<([^<>]*)>\s*$/.exec(target)?.[1]
      if (href === undefined) return []
      const pairs = parameters.map((parameter) => {
        const [name = '', ...value] = parameter.split('=')
        return [name.trim().toLowerCase(), value.join('=').trim().replace(/^"|"$/g, '')]
      })
      return [{ ...Object.fromEntries(pairs), href }]
    })
}

/** Prefers the name of the website, then the title of the feed, then the host. */
export function choosePublisher(siteName: string | null, title: string, siteUrl: string): string {
  const name = truncateText(siteName ?? '', MAX_PUBLISHER_LENGTH)
  return name && !isGenericName(name) ? name : sourceName(title, siteUrl)
}
