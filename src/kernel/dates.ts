import { HOUR_MS } from './durations.ts'

/**
 * en-GB in Europe/London, so that server and browser render the same text. Intl would delay hydration on phones by
 * a tenth of a second.
 */

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const MARCH = 2
const OCTOBER = 9

/** "21 November 2026" */
export function formatDay(iso: string): string {
  return day(inLondon(iso))
}

/** "21 Nov 2026"; September is "Sept". */
export function formatShortDay(iso: string): string {
  return day(inLondon(iso), (month) => month.slice(0, month === 'September' ? 4 : 3))
}

export function formatLongDay(iso: string): string {
  const date = inLondon(iso)
  return `${DAYS[date.getUTCDay()]} ${day(date)}`
}

/** "14:05" */
export function formatClock(iso: string): string {
  return inLondon(iso).toISOString().slice(11, 16)
}

/** "23 November 2026 at 06:00 (London time)", for emails */
export function formatLondon(at: Date): string {
  return `${formatDayAndTime(at.toISOString())} (London time)`
}

/** "21 November 2026 at 14:05" */
export function formatDayAndTime(iso: string): string {
  return `${formatDay(iso)} at ${formatClock(iso)}`
}

function day(date: Date, shape = (month: string) => month): string {
  return `${date.getUTCDate()} ${shape(MONTHS[date.getUTCMonth()] ?? '')} ${date.getUTCFullYear()}`
}

/** The UTC fields are London's local time. @throws RangeError for an invalid date */
function inLondon(iso: string): Date {
  const date = new Date(iso)
  date.toISOString()
  const year = date.getUTCFullYear()
  const isSummer = +date >= clockChange(year, MARCH) && +date < clockChange(year, OCTOBER)
  return new Date(+date + (isSummer ? HOUR_MS : 0))
}

/** 01:00 UTC on the last Sunday (Summer Time Order 2002; the same since 1996). */
function clockChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month, 31, 1))
  return last.setUTCDate(31 - last.getUTCDay())
}
