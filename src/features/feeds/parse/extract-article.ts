import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { absolutizeHtml } from '#kernel/text/absolutize-html.ts'
import { htmlToText } from '#kernel/text/html-text.ts'
import { collapseSpace, escapeHtml, foldLetters } from '#kernel/text/text.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'
import { removeCredentials, webAddress } from '#kernel/web-address.ts'
import { limitHtml, limitUrl } from './source-feed.ts'

/** `content` is HTML. */
export type ExpectedArticle = { title: string; content: string }

/** Articles have a few thousand. */
const MAX_ELEMENTS = 20_000

/** Each may begin a node in linkedom, whose time grows faster than the number of adjacent texts. */
const NODE_START = /[<&]/
const MAX_NODE_STARTS = 60_000

/** schema.org. */
const PAYWALL = /"isAccessibleForFree"\s*:\s*"?false/i

/**
 * Returns unsanitised HTML with absolute addresses, at most 200,000 UTF-16 units. Null behind a paywall, beyond the limits, for another page such as
 * a request for consent, or without more text than the feed.
 */
export function extractArticle(html: string, pageUrl: string, item: ExpectedArticle): string | null {
  if (PAYWALL.test(html) || html.split(NODE_START, MAX_NODE_STARTS).length === MAX_NODE_STARTS) return null
  const outline = outlinePage(html, pageUrl)
  if (outline === null) return null
  const title = escapeHtml(outline.title)
  // linkedom needs a complete document to find the body.
  const { document } = parseHTML(
    `<!doctype html><html><head><title>${title}</title></head><body>${html.slice(outline.bodyStart)}</body></html>`,
  )
  const article = new Readability(document, { disableJSONLD: true }).parse()
  const content = limitHtml(absolutizeHtml(removeCredentials(article?.content ?? ''), outline.base))
  if (content === null) return null
  const text = htmlToText(content)
  const isMore = text.length > htmlToText(item.content).length
  return isMore && isAbout(`${outline.title} ${text}`, item.title) ? content : null
}

type PageOutline = { title: string; base: string; bodyStart: number }

function outlinePage(html: string, pageUrl: string): PageOutline | null {
  const outline: PageOutline = { title: '', base: pageUrl, bodyStart: 0 }
  let elements = 0
  let inTitle = false
  let hasBody = false
  const end = walkHtml(html, {
    open(name, { href }, span) {
      elements += 1
      inTitle = name === 'title' && outline.title === ''
      if (hasBody) return
      if (name === 'base') outline.base = webAddress(limitUrl(href), pageUrl) ?? outline.base
      if (name !== 'body') return
      hasBody = true
      outline.bodyStart = span.end
    },
    close(name, span, implied) {
      if (name === 'title') inTitle = false
      if (name === 'head' && !hasBody && !implied) outline.bodyStart = span.end
    },
    text(text) {
      if (inTitle) outline.title += text
    },
  })
  outline.title = collapseSpace(outline.title)
  return end < html.length || elements > MAX_ELEMENTS ? null : outline
}

/** In Latin script, shorter ones are mostly articles and prepositions. */
const MIN_WORD_LENGTH = 4

/** Contains at least half of the headline's words. */
function isAbout(text: string, headline: string): boolean {
  const folded = foldLetters(text)
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(foldLetters(headline))]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
    .filter((word) => word.length >= MIN_WORD_LENGTH || !/^\p{Script=Latin}/u.test(word))
  return words.filter((word) => folded.includes(word)).length * 2 >= words.length
}
