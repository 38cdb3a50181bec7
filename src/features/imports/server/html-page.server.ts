import { collapseSpace } from '#kernel/text/text.ts'
import type { PageFields } from '../rules/front-matter.ts'
import { httpsAddress, instantOf, lineOf } from '../rules/source-values.ts'
import { parsePage } from './convert-text.server.ts'

/** Elements that are not part of a text. */
const FRAME = 'nav, header, footer, aside, script, style, noscript, form'

type HtmlPage = {
  /** Empty for an HTML fragment. */
  fields: Partial<PageFields>
  html: string
}

/** Reads the fields in the head of an HTML page, and its text, which is in the only `article` or in `main`. */
export function readHtmlPage(html: string): HtmlPage {
  if (!/<(?:html|body|head)\b/i.test(html)) return { fields: {}, html }
  const { page, isCut } = parsePage(html)
  const meta = (name: string) =>
    page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? ''
  const articles = page.querySelectorAll('article')
  const text = (articles.length === 1 ? articles[0] : null) ?? page.querySelector('main') ?? page.body
  const title = collapseSpace(
    text?.querySelector('h1')?.textContent ||
      meta('og:title') ||
      page.querySelector('title')?.textContent ||
      '',
  )
  for (const part of text?.querySelectorAll(FRAME) ?? []) if (!part.querySelector('p')) part.remove()
  const time = text?.querySelector('time[datetime]')?.getAttribute('datetime')
  const image = httpsAddress(meta('og:image'))
  // Nearly always the address of the page itself.
  const own = URL.parse(page.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? '')
  const author = lineOf(meta('author'))
  return {
    // The conversion reports that the end is lost.
    html: isCut ? html : (text?.innerHTML ?? ''),
    fields: {
      title,
      ...(meta('description') && { standfirst: collapseSpace(meta('description')) }),
      publishedAt: instantOf(meta('article:published_time') || time),
      updatedAt: instantOf(meta('article:modified_time')),
      ...(own && { permalink: own.pathname }),
      ...(author && { authors: [author] }),
      ...(image && { image: { address: image, alt: lineOf(meta('og:image:alt')), caption: '', credit: '' } }),
    },
  }
}
