import { completeLocale, LOCALES } from '../text/languages.ts'
import { type DateFormats, setDateFormats } from './dates.ts'
import { MINUTE_MS } from './durations.ts'
import { DEFAULT_PLACE, englishLocale, type Place, place, setPlace } from './place.ts'

// Larger than place.ts and dates.ts: browsers load it only if the settings differ from the defaults.

/** ISO 8601 numbers of days. */
export const WEEK_STARTS = { monday: 1, saturday: 6, sunday: 7 } as const

/**
 * Sets the place of the whole process, or of the page in a browser: all times are shown and entered in its time zone. One
 * process serves one newspaper, so passing the place to each function that formats a date would only repeat it.
 */
export function applyPlace(next: Place): void {
  setPlace(next)
  setDateFormats(formatsOf(next), formatsOf({ ...next, locale: englishLocale() }))
}

function formatsOf(place: Place): DateFormats | undefined {
  return isDefault(place) ? undefined : createDateFormats(place)
}

/** Whether dates are written in the default format and time zone. */
export function isDefault({ timeZone, locale }: Place): boolean {
  return timeZone === DEFAULT_PLACE.timeZone && locale === DEFAULT_PLACE.locale
}

/** IANA names. `Intl` does not list UTC. */
export const TIME_ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC']

export function isTimeZone(name: string): boolean {
  return TIME_ZONES.includes(name)
}

export function isLocale(name: string): boolean {
  return LOCALES.includes(name)
}

export function isWeekStart(name: string): name is Place['weekStart'] {
  return Object.hasOwn(WEEK_STARTS, name)
}

/** Returns the place as browsers get it, in JSON; undefined for the default. */
export function placeData(): string | undefined {
  const json = JSON.stringify(place())
  if (json === JSON.stringify(DEFAULT_PLACE)) return undefined
  return JSON.stringify({ ...place(), locale: completeLocale(place().locale) })
}

/** "London" */
export function zoneCity(timeZone = place().timeZone): string {
  return timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

/** Matches "2026-11-21". */
const PLAIN_DAY = /^\d{4}-\d\d-\d\d$/

/** Returns how dates are written in a place. */
export function createDateFormats({
  timeZone,
  locale: tag,
}: Pick<Place, 'timeZone' | 'locale'>): DateFormats {
  const locale = completeLocale(tag)
  const format = (options: Intl.DateTimeFormatOptions) => {
    const zoned = new Intl.DateTimeFormat(locale, { timeZone, ...options })
    const plain = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    return (iso: string) => withPlainSpaces((PLAIN_DAY.test(iso) ? plain : zoned).format(new Date(iso)))
  }
  const name = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
  const utc = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return {
    day: format({ dateStyle: 'long' }),
    shortDay: format({ dateStyle: 'medium' }),
    clock: format({ timeStyle: 'short' }),
    zone(iso) {
      const at = new Date(iso)
      const local = Date.parse(`${utc.format(at).replace(' ', 'T')}Z`)
      const { value = '' } = name.formatToParts(at).find(({ type }) => type === 'timeZoneName') ?? {}
      return [value, Math.round((at.getTime() - local) / MINUTE_MS)]
    },
  }
}

/** Servers and browsers differ in which space they put before "PM". */
function withPlainSpaces(text: string): string {
  return text.replaceAll('\u202f', ' ')
}
