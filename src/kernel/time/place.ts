/** Where the newspaper is (growth §1). `timeZone` is an IANA name, such as `America/New_York`. */
export type Place = { timeZone: string; locale: string; weekStart: 'monday' | 'saturday' | 'sunday' }

export const DEFAULT_PLACE: Place = { timeZone: 'Europe/London', locale: 'en-GB', weekStart: 'monday' }

let current = DEFAULT_PLACE

export function place(): Place {
  return current
}

/** Called only by `applyPlace`, which also sets how dates are written. */
export function setPlace(next: Place): void {
  current = next
}
