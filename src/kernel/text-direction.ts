const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu
const LETTERS = /\p{L}/gu

/** The direction of most letters: `dir="auto"` would use the first one only. */
export function textDirection(text: string): 'ltr' | 'rtl' {
  const all = text.match(LETTERS)?.length ?? 0
  const rightToLeft = text.match(RIGHT_TO_LEFT)?.length ?? 0
  return rightToLeft > all / 2 ? 'rtl' : 'ltr'
}
