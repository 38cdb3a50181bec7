/** Letters only, without digits and vowel points, of the scripts of `languageDirection`. */
const RIGHT_TO_LEFT =
  /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Mandaic}\p{Script=Samaritan}]/gu
/** The blocks of Unicode of these scripts; finds none in most texts, in a fraction of the time. */
const MAYBE_RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/
const LETTERS = /\p{L}/gu
const TAG_OR_ENTITY = /<[^<>]*>|&\w+;/g
const BLOCK_TAG = /(<\/?(?:p|li|dt|dd|td|th|address|blockquote|h[2-6])(?:\s[^<>]*)?>)/

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

type Direction = 'ltr' | 'rtl'

/** Returns the direction of most letters. */
export function textDirection(text: string): Direction {
  if (!MAYBE_RIGHT_TO_LEFT.test(text)) return 'ltr'
  const all = text.match(LETTERS)?.length ?? 0
  const rightToLeft = text.match(RIGHT_TO_LEFT)?.length ?? 0
  return rightToLeft > all / 2 ? 'rtl' : 'ltr'
}

/**
 * Returns the direction of a text. If its first letter and most others differ, that is `expected`: texts that are written from
 * right to left often begin with Latin names, or consist of them, while `dir="auto"` uses the first letter only.
 */
export function directionOf(text: string, expected: Direction = 'rtl'): Direction {
  const most = textDirection(text)
  return most === firstDirection(text) ? most : expected
}

const firstDirection = (text: string) => textDirection(/\p{L}/u.exec(text)?.[0] ?? '')

/** Returns the direction of the text of HTML, without its tags and entities. */
export function htmlDirection(html: string, expected?: Direction): Direction {
  return directionOf(html.replace(TAG_OR_ENTITY, ' '), expected)
}

/**
 * Adds `dir` to the blocks of sanitised HTML that begin with a letter of another direction. Style sheets set all others by their
 * first letter (`unicode-bidi: plaintext`).
 */
export function addBlockDirections(html: string, expected?: Direction): string {
  if (!MAYBE_RIGHT_TO_LEFT.test(html)) return html
  return html
    .split(BLOCK_TAG)
    .map((part, index, parts) => {
      if (index % 2 === 0 || part.startsWith('</') || part.includes(' dir=')) return part
      const plain = (parts[index + 1] ?? '').replace(TAG_OR_ENTITY, ' ')
      const direction = directionOf(plain, expected)
      return direction === firstDirection(plain) ? part : `${part.slice(0, -1)} dir="${direction}">`
    })
    .join('')
}
