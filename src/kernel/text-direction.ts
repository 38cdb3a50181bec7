const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu
const LETTERS = /\p{L}/gu

/**
 * The direction in which most of a text's letters run. HTML's "auto" goes by the first letter alone, and so turns an English
 * headline round that begins with an Arabic name.
 */
export function textDirection(text: string): 'ltr' | 'rtl' {
  const all = text.match(LETTERS)?.length ?? 0
  const turned = text.match(RIGHT_TO_LEFT)?.length ?? 0
  return turned > all / 2 ? 'rtl' : 'ltr'
}
