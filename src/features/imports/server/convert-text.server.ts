import { parseHTML } from 'linkedom'
import { collapseSpace } from '#kernel/text/text.ts'
import { MAX_TEXT_PARTS, walkHtml } from '#kernel/text/walk-html.ts'
import { runWithin, TimeLimitError } from '#platform/process/run-within.server.ts'
import type { ImportedImage } from '../rules/import-item.ts'
import type { TextContext } from '../rules/inline-html.ts'
import type { Losses } from '../rules/text-losses.ts'

const MAX_MS = 5_000

/** Parses a fragment of HTML. */
export const parseHtml = (html: string) =>
  parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body as unknown as HTMLElement

/** The part of a text context that depends on the source. */
export type TextSource = Pick<TextContext, 'linkAddress' | 'fileAddress' | 'readSpecial'>

/**
 * Converts a text of a source. One that takes too long is kept unchanged.
 *
 * @param html the original text
 */
export function convertText(
  source: TextSource,
  { lose }: Losses,
  html: string,
  convert: (context: TextContext) => string,
): string {
  try {
    return runWithin(MAX_MS, () => convert({ ...source, parseHtml, lose }))
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error
    lose('texts that take too long to convert, which stay HTML', html)
    return html
  }
}

/** Parses a whole page, up to where it is nested too deeply or too long: `isCut`. */
export function parsePage(html: string): { page: Document; isCut: boolean } {
  const end = walkHtml(html, {}, MAX_TEXT_PARTS)
  return { page: parseHTML(html.slice(0, end)).document as unknown as Document, isCut: end < html.length }
}

/** Removes an image at the start of a converted text, which is the lead image on the pages of the source. */
export function takeLeadImage(html: string): { image: ImportedImage | null; html: string } {
  const end = html.indexOf('</figure>') + '</figure>'.length
  const isImage = /^<figure(?: class="wide")?><img /.test(html)
  const image = isImage ? parseHtml(html.slice(0, end)).querySelector('img') : null
  if (!image) return { image: null, html }
  const caption = image.parentElement?.querySelector('figcaption')?.textContent ?? ''
  const address = image.getAttribute('src') ?? ''
  return {
    image: { address, alt: image.getAttribute('alt'), caption: collapseSpace(caption), credit: '' },
    html: html.slice(end),
  }
}
