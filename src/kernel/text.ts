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

/**
 * Extracts non-empty blocks of prose as plain text.
 *
 * @param isBoilerplateLink whether to skip a link with this text ("Continue reading…")
 */
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

/** Returns the prose as a line of plain text. */
export function htmlToText(html: string): string {
  return htmlBlocks(html).join(' ')
}

/** Removes invisible characters too, except joiners and marks that scripts need. */
export function collapseSpace(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .replace(/[\p{Cc}\u00AD\u200B\u2060]/gu, '')
      // Stacked marks ("Zalgo" text) would overlap other lines.
      .replace(/(\p{M}{4})\p{M}+/gu, '$1')
      .trim()
  )
}

/** Truncates to `max` UTF-16 units at a word boundary, with "…". */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max)
  const space = head.lastIndexOf(' ')
  // Scripts without spaces are cut anywhere but inside a surrogate pair.
  const cut = space > max / 2 ? head.slice(0, space) : head.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.replace(/(?<![\s\p{Pd},;:.…([{«“‘])[\s\p{Pd},;:.…([{«“‘]+$/u, '')}…`
}

const DESCRIPTION_LENGTH = 300

/** Spec §5. */
export function descriptionOf(text: string): string {
  return truncateText(collapseSpace(text), DESCRIPTION_LENGTH)
}

/** Does not match after abbreviations such as "Mr." and "U.S." */
const SENTENCE_END = /(?:(?<!(?<!\p{L})\p{Lu}\p{L}{0,2})\.|[!?。！？])["'”’»)\]]*(?=\s+[^\p{Ll}\s]|$)/gu

/** Truncates after a sentence if that leaves more than half of `max`. */
export function truncateAtSentence(text: string, max: number): string {
  if (text.length <= max) return text
  const end = [...text.slice(0, max).matchAll(SENTENCE_END)]
    .map((match) => match.index + match[0].length)
    .findLast((index) => index > max / 2 && /\s/.test(text.charAt(index)))
  return end === undefined ? truncateText(text, max) : text.slice(0, end)
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/** Converts plain text to summary HTML (spec §3). Escapes only tags and entities, so that "AT&T" stays searchable. */
export function textToSummaryHtml(text: string): string {
  return text
    .replace(/&#?\w{1,32};?/g, (reference) =>
      htmlToText(reference) === reference ? reference : `&amp;${reference.slice(1)}`,
    )
    .replace(/<(?=[a-z/!?])/gi, '&lt;')
}
