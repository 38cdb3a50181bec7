const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu
const LETTERS = /\p{L}/gu
const TAG_OR_ENTITY = /<[^<>]*>|&\w+;/g
const BLOCK_START = /(<(?:p|li|dt|dd|td|th|address|blockquote|h[2-6])(?:\s[^<>]*)?>)/
const BLOCK_END = /<\/(?:p|li|dt|dd|td|th|address|blockquote|h[2-6])>/

/** In this order: Persian and Urdu have letters that Arabic lacks. */
const LANGUAGES = [
  ['ur', /[ٹڈڑںےھ]/],
  ['fa', /[پچژگکی]/],
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['syr', /\p{Script=Syriac}/u],
  ['dv', /\p{Script=Thaana}/u],
  ['nqo', /\p{Script=Nko}/u],
] as const

/** Guesses the language (BCP 47) of a text that is written from right to left; undefined for others. */
export function rightToLeftLanguage(text: string): string | undefined {
  return textDirection(text) === 'rtl' ? LANGUAGES.find(([, letters]) => letters.test(text))?.[0] : undefined
}

/** The direction of most letters: `dir="auto"` would use the first one only. */
export function textDirection(text: string): 'ltr' | 'rtl' {
  if (text.search(RIGHT_TO_LEFT) < 0) return 'ltr'
  const all = text.match(LETTERS)?.length ?? 0
  const rightToLeft = text.match(RIGHT_TO_LEFT)?.length ?? 0
  return rightToLeft > all / 2 ? 'rtl' : 'ltr'
}

/** Does the same for HTML, whose tags and entities have no letters of the text. */
export function htmlDirection(html: string): 'ltr' | 'rtl' {
  return textDirection(html.replace(TAG_OR_ENTITY, ' '))
}

/**
 * Adds `dir` to the blocks of sanitised HTML whose first letter has another direction than most others, such as an Arabic
 * paragraph that begins with a Latin name. Style sheets set all others by their first letter (`unicode-bidi: plaintext`).
 */
export function addBlockDirections(html: string): string {
  if (html.search(RIGHT_TO_LEFT) < 0) return html
  return html
    .split(BLOCK_START)
    .map((part, index, parts) => {
      if (index % 2 === 0 || part.includes(' dir=')) return part
      const [text = ''] = (parts[index + 1] ?? '').split(BLOCK_END, 1)
      const plain = text.replace(TAG_OR_ENTITY, ' ')
      const direction = textDirection(plain)
      const isPlain = textDirection(/\p{L}/u.exec(plain)?.[0] ?? '') === direction
      return isPlain ? part : `${part.slice(0, -1)} dir="${direction}">`
    })
    .join('')
}
