import { DEFAULT_PLACE, place } from '#kernel/time/place.ts'

/** Joins names in the language of the newspaper: "A, B and C". */
export function joinNames(names: readonly string[]): string {
  const { locale } = place()
  // For some countries, Intl adds a comma before "and", which newspapers of these countries omit in bylines.
  return new Intl.ListFormat(locale.startsWith('en-') ? DEFAULT_PLACE.locale : locale).format(names)
}
