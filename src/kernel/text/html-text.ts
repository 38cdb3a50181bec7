import { imageText } from './image-text.ts'
import { collapseSpace } from './text.ts'
import { walkHtml } from './walk-html.ts'

/** Elements that separate words. */
export const WORD_SEPARATORS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote br center dd details div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr ' +
    'figure li main nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
)

/** Code, fallbacks, captions and deleted words. */
const NON_PROSE = new Set(
  (
    'audio button del figcaption iframe math noscript object s script select strike style svg template textarea ' +
    'title video'
  ).split(' '),
)

const SCRIPTS: Readonly<Record<string, (text: string) => string>> = { sub: subscript, sup: superscript }

/**
 * Returns the text of each block. The cells of a row are one block.
 *
 * @param isBoilerplateLink skips links with such text ("Continue reading…")
 */
export function htmlBlocks(
  html: string,
  isBoilerplateLink: (text: string) => boolean = () => false,
): string[] {
  const blocks: string[] = []
  let block = ''
  let link: number | null = null
  let nonProseDepth = 0
  let preDepth = 0
  let script: number | null = null

  const endBlock = () => {
    const text = collapseSpace(block)
    if (text) blocks.push(text)
    block = ''
    link = null
    script = null
  }
  walkHtml(html, {
    open(name, attributes) {
      if (NON_PROSE.has(name)) {
        nonProseDepth += 1
        block += ' '
      } else if (WORD_SEPARATORS.has(name)) endBlock()
      else if (name === 'td' || name === 'th') block += block.trim() === '' ? ' ' : ', '
      else if (name === 'a') link = block.length
      else if (name === 'img' && nonProseDepth === 0) block += imageText(attributes)
      if (name in SCRIPTS) script = block.length
      if (name === 'pre') preDepth += 1
    },
    close(name) {
      if (name === 'pre') preDepth -= 1
      if (script !== null && name in SCRIPTS) {
        block = block.slice(0, script) + (SCRIPTS[name]?.(block.slice(script)) ?? '')
        script = null
      }
      if (NON_PROSE.has(name)) nonProseDepth -= 1
      else if (WORD_SEPARATORS.has(name)) endBlock()
      else if (name === 'a' && link !== null) {
        if (isBoilerplateLink(collapseSpace(block.slice(link)))) block = block.slice(0, link)
        link = null
      }
    },
    text(text) {
      if (nonProseDepth > 0) return
      const [first = '', ...lines] = preDepth > 0 ? text.split('\n') : [text]
      block += first
      for (const line of lines) {
        endBlock()
        block = line
      }
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

const PLAIN = '0123456789+-=()in'
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁱⁿ'
const SUBSCRIPT = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ᵢₙ'

/** "2" becomes "²", "n+1" becomes "ⁿ⁺¹", and "1.5" becomes "^1.5"; words such as "th" stay. */
function superscript(text: string): string {
  const raised = replaceAll(text, SUPERSCRIPT)
  return raised ?? (/^\s*[-−+]?\d/.test(text) ? `^${text.trim()}` : text)
}

/** "2" becomes "₂"; words stay. */
function subscript(text: string): string {
  return replaceAll(text, SUBSCRIPT) ?? text
}

/** Undefined if a character has no equivalent. */
function replaceAll(text: string, equivalents: string): string | undefined {
  const characters = [...text.replaceAll('−', '-').trim()]
  const places = characters.map((character) => PLAIN.indexOf(character))
  const isWord = characters.length > 1 && characters.every((character) => /\p{L}/u.test(character))
  if (characters.length === 0 || isWord || places.includes(-1)) return undefined
  return places.map((place) => equivalents[place]).join('')
}
