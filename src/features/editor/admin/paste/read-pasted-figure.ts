import { TEXT_LIMITS } from '#features/media/rules/file-form.ts'
import { collapseSpace, escapeHtml } from '#kernel/text/text.ts'
import type { HtmlImages } from './pasted-html-images.ts'

/** Labels for screen readers on pages of the BBC. */
const LABEL = /^(?:<[^<>]*>|\s)*Image (?:source|caption),\s*/

/** Code, fallbacks and controls. */
const NOT_TEXT = 'img, picture, noscript, script, style, svg, button, template'

/**
 * Reads a figure that shows one image. Its other text is the credit.
 *
 * @param writeCaption writes inline HTML
 * @returns paragraphs, the first with the marker of the image; undefined for other figures
 */
export function readFigure(
  figure: Element,
  images: HtmlImages,
  writeCaption: (caption: Element) => string,
): string[] | undefined {
  const shown = [...figure.querySelectorAll('img')].filter((image) => !image.closest('noscript'))
  const [image] = shown
  if (!image || shown.length > 1 || figure.querySelector('table, blockquote, iframe, video, audio, ul, ol'))
    return undefined
  const marker = images.read(image)
  if (!marker) return undefined
  const figcaption = figure.querySelector('figcaption')
  const caption = figcaption ? writeCaption(figcaption).replace(LABEL, '') : ''
  const rest = figure.cloneNode(true) as Element
  rest.querySelector('figcaption')?.remove()
  for (const element of rest.querySelectorAll(NOT_TEXT)) element.remove()
  const credit = collapseSpace(rest.textContent).replace(LABEL, '')
  const isShort = credit.length <= TEXT_LIMITS.credit
  images.addTexts(marker, { caption, credit: isShort ? credit : '' })
  return [`<p>${marker}</p>`, ...(isShort ? [] : [`<p>${escapeHtml(credit)}</p>`])]
}
