import { collapseSpace, htmlToText } from '#kernel/text.ts'
import type { SourceText } from './source-feed.ts'

/** The elements that titles are known to hold. Anything else in angle brackets is text, as in "vector<int>". */
const ELEMENTS =
  'a|abbr|b|bdi|bdo|big|blockquote|br|center|cite|code|del|dfn|div|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|q|s|' +
  'script|small|span|strike|strong|style|sub|sup|tt|u|ul|var|wbr'

const LITERAL_BRACKET = new RegExp(`<(?!/?(?:${ELEMENTS})\\b|!--)`, 'gi')

/** What is left in plain text when a feed has encoded it once more than its format asks for. */
const STILL_ENCODED = new RegExp(`&(?:#\\d+|#x[\\da-f]+|[a-z][a-z\\d]*);|</(?:${ELEMENTS})>`, 'i')

/** Something to see: letters but for the Hangul fillers, which are blank; figures, punctuation, symbols. */
const VISIBLE = /(?![\u115F\u1160\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u

/** A feed's title or name as one line of plain text: no markup, entities decoded, doubly encoded ones too. */
export function plainLine(source: SourceText | null): string {
  if (source === null) return ''
  const line = decodedAgain(
    source.type === 'html' ? withoutMarkup(source.value) : collapseSpace(source.value),
  )
  return VISIBLE.test(line) ? line : ''
}

/** `text`, or what it says if it still holds entities or end tags. */
export function decodedAgain(text: string): string {
  return STILL_ENCODED.test(text) ? withoutMarkup(text) : text
}

function withoutMarkup(text: string): string {
  return htmlToText(text.replace(LITERAL_BRACKET, '&lt;'))
}
