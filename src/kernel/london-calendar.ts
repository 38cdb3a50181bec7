import { formatClock, formatLongDay } from './dates.ts'
import { HOUR_MS } from './durations.ts'

/** Uses Intl: not for reader pages (see dates.ts). */
const zone = { timeZone: 'Europe/London' } as const

const month = new Intl.DateTimeFormat('en-GB', { ...zone, month: 'long' })
const isoDay = new Intl.DateTimeFormat('sv-SE', zone)

/** "November" */
export function formatMonth(iso: string): string {
  return month.format(new Date(iso))
}

/** "October", for November. */
export function formatMonthBefore(iso: string): string {
  const [year = 0, number = 1] = londonDay(iso).split('-').map(Number)
  return month.format(Date.UTC(year, number - 2, 15))
}

/** "2026-11-21" */
export function londonDay(iso: string): string {
  return isoDay.format(new Date(iso))
}

/** "2026-11-21T14:05", the value of a `datetime-local` input */
export function toLondonInput(iso: string): string {
  return `${londonDay(iso)}T${formatClock(iso)}`
}

/**
 * "2026-11-21T14:05". Null if invalid or skipped when the clocks go forward; the earlier of two instants when they
 * go back.
 */
export function parseLondonInput(local: string): Date | null {
  const utc = Date.parse(`${local}Z`)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) || Number.isNaN(utc)) return null
  const instant = [utc - HOUR_MS, utc].find((time) => toLondonInput(new Date(time).toISOString()) === local)
  return instant === undefined ? null : new Date(instant)
}

/** Which of two equal local times this is. */
function repeatedHourOf(iso: string): 'first' | 'second' | null {
  const local = toLondonInput(iso)
  const isSame = (shift: number) => toLondonInput(new Date(Date.parse(iso) + shift).toISOString()) === local
  if (isSame(HOUR_MS)) return 'first'
  return isSame(-HOUR_MS) ? 'second' : null
}

const REPEATED_HOURS = { first: ', before the clocks go back', second: ', after the clocks go back' }

/** "Monday 23 November 2026 at 06:00 (London time)" */
export function formatLondonTime(iso: string): string {
  const repeated = repeatedHourOf(iso)
  return `${formatLongDay(iso)} at ${formatClock(iso)} (London time${repeated ? REPEATED_HOURS[repeated] : ''})`
}

/** The next full hour. */
export function nextHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS)
}
