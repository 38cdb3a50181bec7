import { walkHtml } from './walk-html.ts'

/** Elements that begin and end a block; what they hold never runs together with its neighbours. */
const BLOCKS = new Set(
  (
    'address article aside blockquote br center dd details div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr ' +
    'li main nav ol p pre section summary table tbody td th thead tr ul'
  ).split(' '),
)

/** Elements whose text is not prose: code, fall-backs, captions. */
const SILENT = new Set(
  'audio button figure iframe math noscript object script select style svg template textarea title video'.split(
    ' ',
  ),
)

/**
 * The blocks of prose in a piece of HTML, as plain text with white space collapsed; no block is empty.
 *
 * @param dropsLink tells, by its text, a link that is not part of the prose ("Continue reading…")
 */
export function htmlBlocks(html: string, dropsLink: (text: string) => boolean = () => false): string[] {
  const blocks: string[] = []
  let block = ''
  let link: number | null = null
  let silence = 0

  const endBlock = () => {
    const text = collapseSpace(block)
    if (text) blocks.push(text)
    block = ''
    link = null
  }
  walkHtml(html, {
    open(name) {
      if (SILENT.has(name)) {
        silence += 1
        block += ' '
      } else if (BLOCKS.has(name)) endBlock()
      else if (name === 'a') link = block.length
    },
    close(name) {
      if (SILENT.has(name)) silence -= 1
      else if (BLOCKS.has(name)) endBlock()
      else if (name === 'a' && link !== null) {
        if (dropsLink(collapseSpace(block.slice(link)))) block = block.slice(0, link)
        link = null
      }
    },
    text(text) {
      if (silence === 0) block += text
    },
  })
  endBlock()
  return blocks
}

/** The prose of a piece of HTML on one line: no tags, entities decoded. */
export function htmlToText(html: string): string {
  return htmlBlocks(html).join(' ')
}

/** One line without invisible characters; the joiners and marks that scripts need stay. */
export function collapseSpace(text: string): string {
  return (
    text
      .replace(/\s+/g, ' ')
      .replace(/[\p{Cc}\u00AD\u200B\u2060]/gu, '')
      // Marks piled on one letter would draw over the lines around it.
      .replace(/(\p{M}{4})\p{M}+/gu, '$1')
      .trim()
  )
}

/** At most `max` UTF-16 units of `text`, ended at a word with "…" when it had to be cut. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max) return text
  const head = text.slice(0, max)
  const space = head.lastIndexOf(' ')
  // Scripts without spaces (Chinese, Thai) are cut where the room ends, but never inside a surrogate pair.
  const cut = space > max / 2 ? head.slice(0, space) : head.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.replace(/[\s\p{Pd},;:.…([{«“‘]+$/u, '')}…`
}

/** Spec §5. */
const DESCRIPTION_LENGTH = 300

/** How a plain text begins, in one line of at most 300 characters: what a page says of itself. */
export function descriptionOf(text: string): string {
  return truncateText(collapseSpace(text), DESCRIPTION_LENGTH)
}

/** A stop, perhaps with closing quotes, before a new sentence; not that of "Mr." or "U.S." */
const SENTENCE_END = /(?:(?<!(?<!\p{L})\p{Lu}\p{L}{0,2})\.|[!?。！？])["'”’»)\]]*(?=\s+[^\p{Ll}\s]|$)/gu

/** As `truncateText`, but ended after a whole sentence where that fills more than half of the room. */
export function truncateAtSentence(text: string, max: number): string {
  if (text.length <= max) return text
  const end = [...text.slice(0, max).matchAll(SENTENCE_END)]
    .map((match) => match.index + match[0].length)
    .findLast((index) => index > max / 2 && /\s/.test(text.charAt(index)))
  return end === undefined ? truncateText(text, max) : text.slice(0, end)
}

/** Makes plain text safe to stand in HTML, in element content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

/**
 * Plain text as a stored summary, which is read as limited HTML (spec §3). Only a "<" that would open a tag and an "&"
 * that would form an entity are escaped, so that "AT&T" stays searchable as it is written.
 */
export function textToSummaryHtml(text: string): string {
  return text
    .replace(/&#?\w{1,32};?/g, (reference) =>
      htmlToText(reference) === reference ? reference : `&amp;${reference.slice(1)}`,
    )
    .replace(/<(?=[a-z/!?])/gi, '&lt;')
}
