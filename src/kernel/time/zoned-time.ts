import { Temporal } from 'temporal-polyfill'
import { completeLocale } from '../text/languages.ts'
import { zoneCity } from './apply-place.ts'
import { englishDates } from './dates.ts'
import { DEFAULT_PLACE, englishLocale, place } from './place.ts'

// Larger than dates.ts: not for reader pages. Dates are in English, as the admin area and emails to staff are.

/** "November" */
export function formatMonth(iso: string): string {
  return zoned(iso).toLocaleString(englishLocale(), { month: 'long' })
}

/** "October", for November. */
export function formatMonthBefore(iso: string): string {
  return zoned(iso).subtract({ months: 1 }).toLocaleString(englishLocale(), { month: 'long' })
}

/** "November 2026". @param day `YYYY-MM-DD` */
export function formatMonthAndYear(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString(englishLocale(), { month: 'long', year: 'numeric' })
}

/** "21 November", of "21 November 2026"; "November 21", of "November 21, 2026" */
export function withoutYear(day: string): string {
  return day.replace(/,? \d{4}$/, '')
}

let days = dayFormat(place().timeZone)

function dayFormat(timeZone: string) {
  return { timeZone, format: new Intl.DateTimeFormat('sv-SE', { timeZone }).format }
}

/** "2026-11-21" */
export function localDay(iso: string): string {
  const { timeZone } = place()
  if (days.timeZone !== timeZone) days = dayFormat(timeZone)
  return days.format(new Date(iso))
}

/** By locale: each page has a date, and a new formatter takes longer than many of its parts. */
const longDays = new Map<string, Intl.DateTimeFormat>()

/** "Saturday 21 November 2026", of an instant or a day. @param locale of readers' texts, or English by default */
export function formatLongDay(iso: string, locale = englishLocale()): string {
  const options = { dateStyle: 'full', timeZone: 'UTC' } as const
  const format = longDays.get(locale) ?? new Intl.DateTimeFormat(completeLocale(locale), options)
  longDays.set(locale, format)
  // Some versions of ICU write a comma after the weekday, which British English does not.
  const text = format.format(new Date(iso.includes('T') ? localDay(iso) : iso))
  return locale === DEFAULT_PLACE.locale ? text.replace(',', '') : text
}

/** "2026-11-21T14:05", the value of a `datetime-local` input */
export function toLocalInput(iso: string): string {
  return zoned(iso).toPlainDateTime().toString({ smallestUnit: 'minute' })
}

/**
 * Reads "2026-11-21T14:05". Null if invalid or skipped when the clocks go forward; the earlier of two instants when they
 * go back.
 */
export function parseLocalInput(local: string): Date | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local)) return null
  try {
    const time = Temporal.PlainDateTime.from(local)
    const instant = time.toZonedDateTime(place().timeZone, { disambiguation: 'earlier' })
    return instant.toPlainDateTime().equals(time) ? new Date(instant.epochMilliseconds) : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Returns the hour, from 0 to 23, and the day of the week, from 1 (Monday) to 7. */
export function hourAndWeekday(at: Date): { hour: number; weekday: number } {
  const { hour, dayOfWeek } = zoned(at.toISOString())
  return { hour, weekday: dayOfWeek }
}

/** The last day that was asked for, since each render asks for its own. */
let lastDay = { timeZone: '', start: 0, end: 0 }

/** Returns the start of the next day, in epoch milliseconds. */
export function nextMidnight(now: number): number {
  const { timeZone } = place()
  if (timeZone !== lastDay.timeZone || now < lastDay.start || now >= lastDay.end) {
    const day = zoned(new Date(now).toISOString()).startOfDay()
    const end = day.add({ days: 1 }).startOfDay()
    lastDay = { timeZone, start: day.epochMilliseconds, end: end.epochMilliseconds }
  }
  return lastDay.end
}

/** "Monday 23 November 2026 at 06:00 (London time)" */
export function formatZonedTime(iso: string): string {
  const repeated = repeatedTimeOf(iso)
  return `${formatLongDay(iso)} at ${englishDates().clock(iso)} (${zoneLabel()}${repeated ? REPEATED_TIMES[repeated] : ''})`
}

/** "23 November 2026 at 06:00 (London time)", for emails */
export function formatWithZone(at: Date): string {
  const { day, clock } = englishDates()
  const iso = at.toISOString()
  return `${day(iso)} at ${clock(iso)} (${zoneLabel()})`
}

/** "London time" */
export function zoneLabel(): string {
  const { timeZone } = place()
  return timeZone === 'UTC' ? timeZone : `${zoneCity(timeZone)} time`
}

const REPEATED_TIMES = { first: ', before the clocks go back', second: ', after the clocks go back' }

/** Returns which of two equal local times this is; null if the time occurs once. */
function repeatedTimeOf(iso: string): 'first' | 'second' | null {
  const time = zoned(iso)
  const [earlier, later] = (['earlier', 'later'] as const).map(
    (disambiguation) =>
      time.toPlainDateTime().toZonedDateTime(time.timeZoneId, { disambiguation }).epochMilliseconds,
  )
  if (earlier === later) return null
  return time.epochMilliseconds === earlier ? 'first' : 'second'
}

/** Returns the next full hour. */
export function nextHour(now: Date): Date {
  const hour = zoned(now.toISOString()).round({ smallestUnit: 'hour', roundingMode: 'floor' })
  return new Date(hour.add({ hours: 1 }).epochMilliseconds)
}

function zoned(iso: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(iso).toZonedDateTimeISO(place().timeZone)
}
