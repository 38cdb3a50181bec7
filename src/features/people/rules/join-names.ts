import { DEFAULT_PLACE, place } from '#kernel/time/place.ts'

let known: { locale: string; format: Intl.ListFormat } | undefined

/**
 * Joins names in the language of the newspaper: "A, B and C".
 *
 * @param write returns the HTML of the name at an index. The words between names depend on the names: Spanish "Ana e Isabel"
 */
export function joinNames(names: readonly string[], write = (index: number) => names[index] ?? ''): string {
  let index = 0
  return listFormat()
    .formatToParts(names)
    .map(({ type, value }) => (type === 'element' ? write(index++) : value))
    .join('')
}

function listFormat(): Intl.ListFormat {
  const { locale } = place()
  if (known?.locale !== locale)
    // For some countries, Intl adds a comma before "and", which newspapers of these countries omit in bylines.
    known = { locale, format: new Intl.ListFormat(locale.startsWith('en-') ? DEFAULT_PLACE.locale : locale) }
  return known.format
}
