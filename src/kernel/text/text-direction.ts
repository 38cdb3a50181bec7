const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu
const LETTERS = /\p{L}/gu

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
  const all = text.match(LETTERS)?.length ?? 0
  const rightToLeft = text.match(RIGHT_TO_LEFT)?.length ?? 0
  return rightToLeft > all / 2 ? 'rtl' : 'ltr'
}
