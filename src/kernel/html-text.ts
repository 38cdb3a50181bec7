import { collapseSpace } from './text.ts'
import { walkHtml } from './walk-html.ts'

/** Elements that separate words. */
const BLOCKS = new Set(
  (
    'address article aside blockquote br center dd details div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr ' +
    'li main nav ol p pre section summary table tbody td th thead tr ul'
  ).split(' '),
)

/** Code, fallbacks and captions. */
const NON_PROSE = new Set(
  'audio button figure iframe math noscript object script select style svg template textarea title video'.split(
    ' ',
  ),
)

/** @param isBoilerplateLink skips links with such text ("Continue reading…") */
export function htmlBlocks(
  html: string,
  isBoilerplateLink: (text: string) => boolean = () => false,
): string[] {
  const blocks: string[] = []
  let block = ''
  let link: number | null = null
  let nonProseDepth = 0

  const endBlock = () => {
    const text = collapseSpace(block)
    if (text) blocks.push(text)
    block = ''
    link = null
  }
  walkHtml(html, {
    open(name) {
      if (NON_PROSE.has(name)) {
        nonProseDepth += 1
        block += ' '
      } else if (BLOCKS.has(name)) endBlock()
      else if (name === 'a') link = block.length
    },
    close(name) {
      if (NON_PROSE.has(name)) nonProseDepth -= 1
      else if (BLOCKS.has(name)) endBlock()
      else if (name === 'a' && link !== null) {
        if (isBoilerplateLink(collapseSpace(block.slice(link)))) block = block.slice(0, link)
        link = null
      }
    },
    text(text) {
      if (nonProseDepth === 0) block += text
    },
  })
  endBlock()
  return blocks
}

/** Prose on one line. */
export function htmlToText(html: string): string {
  return htmlBlocks(html).join(' ')
}

/** Spec §3. Escapes only tags and entities: "AT&T" stays searchable. */
export function textToSummaryHtml(text: string): string {
  return text
    .replace(/&#?\w{1,32};?/g, (reference) =>
      htmlToText(reference) === reference ? reference : `&amp;${reference.slice(1)}`,
    )
    .replace(/<(?=[a-z/!?])/gi, '&lt;')
}
