/** Where the newspaper is (growth §1). `timeZone` is an IANA name, such as `America/New_York`. */
export type Place = { timeZone: string; locale: string; weekStart: 'monday' | 'saturday' | 'sunday' }

export const DEFAULT_PLACE: Place = { timeZone: 'Europe/London', locale: 'en-GB', weekStart: 'monday' }

let current = DEFAULT_PLACE

export function place(): Place {
  return current
}

/** Returns the locale of texts that are always in English: that of the newspaper, or else British English. */
export function englishLocale(): string {
  return current.locale.startsWith('en-') ? current.locale : DEFAULT_PLACE.locale
}

/** Called only by `applyPlace`, which also sets how dates are written. */
export function setPlace(next: Place): void {
  current = next
}
