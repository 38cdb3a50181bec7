import { formatClock } from '#kernel/dates.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts'
import { londonDay, parseLondonInput } from '#kernel/london-calendar.ts'
import { readDay } from '#kernel/parameters.ts'

const DAYS_PER_WEEK = 7

export const CALENDAR_VIEWS = ['month', 'week'] as const

export type CalendarView = (typeof CALENDAR_VIEWS)[number]

/** `day` is in the shown period, `YYYY-MM-DD`; today by default. */
export type CalendarParams = { view: CalendarView; day?: string }

export function parseCalendarParams(raw: Readonly<Record<string, unknown>>): CalendarParams {
  const day = typeof raw.day === 'string' ? readDay(raw.day) : undefined
  return { view: raw.view === 'week' ? 'week' : 'month', ...(day && { day }) }
}

/** Monday first. */
export function listDays({ view, day }: { view: CalendarView; day: string }): string[] {
  const first = view === 'week' ? day : `${day.slice(0, 7)}-01`
  const start = addDays(first, -weekday(first))
  const last = view === 'week' ? day : addDays(shiftMonth(first, 1), -1)
  const weeks = Math.floor((dayNumber(last) - dayNumber(start)) / DAYS_PER_WEEK) + 1
  return Array.from({ length: weeks * DAYS_PER_WEEK }, (_, index) => addDays(start, index))
}

export function shiftPeriod({ view, day }: { view: CalendarView; day: string }, periods: 1 | -1): string {
  return view === 'week' ? addDays(day, periods * DAYS_PER_WEEK) : shiftMonth(day, periods)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Moves an instant to another day, at the same local time. A time that daylight saving skips becomes an hour later.
 *
 * @param day `YYYY-MM-DD` in Europe/London
 */
export function moveToDay(iso: string, day: string): Date {
  const clock = formatClock(iso)
  const [hour = 0] = clock.split(':').map(Number)
  const next = `${String(hour + 1).padStart(2, '0')}${clock.slice(2)}`
  const moved = parseLondonInput(`${day}T${clock}`) ?? parseLondonInput(`${day}T${next}`)
  if (!moved) throw new RangeError(`There is no time ${clock} on ${day}`)
  return new Date(moved.getTime() + (new Date(iso).getTime() % MINUTE_MS))
}

/** Days are in Europe/London. */
export function groupByDay<Entry extends { at: string }>(entries: readonly Entry[]): Map<string, Entry[]> {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const day = londonDay(entry.at)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return days
}

function dayNumber(day: string): number {
  return Date.parse(day) / DAY_MS
}

/** Monday is 0. */
function weekday(day: string): number {
  return (new Date(day).getUTCDay() + 6) % DAYS_PER_WEEK
}

/** Clamps to the last day of shorter months. */
function shiftMonth(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}
