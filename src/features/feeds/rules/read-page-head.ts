import { walkHtml } from '#kernel/walk-html.ts'
import { webAddress } from '#kernel/web-address.ts'
import { toPlainLine } from './feed-text.ts'
import { limitLine, limitUrl } from './source-feed.ts'

export type PageHead = {
  /** `og:site_name` as plain text. */
  siteName: string | null
  /** Absolute address of `rel="canonical"` (RFC 6596). */
  canonical: string | null
}

const HEAD_LENGTH = 500_000

/** The first values in the head. */
export function readPageHead(html: string, pageUrl: string): PageHead {
  const head: PageHead = { siteName: null, canonical: null }
  let base = pageUrl
  let inBody = false
  walkHtml(html.slice(0, HEAD_LENGTH), {
    open(name, { rel = '', href, property = '', content }) {
      if (name === 'body') inBody = true
      // Readers' comments may contain such elements.
      if (inBody) return
      if (name === 'base') base = webAddress(href, pageUrl) ?? base
      if (name === 'meta' && property.toLowerCase() === 'og:site_name')
        head.siteName ??= toPlainLine({ value: limitLine(content) ?? '', type: 'text' }) || null
      if (name === 'link' && /(?:^|\s)canonical(?:\s|$)/i.test(rel))
        head.canonical ??= webAddress(limitUrl(href), base)
    },
  })
  return head
}
