import { readDay } from '#kernel/parameters.ts'
import { WEEK_STARTS } from '#kernel/time/apply-place.ts'
import { addDays, addMonths } from '#kernel/time/calendar-days.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time/durations.ts'
import { place } from '#kernel/time/place.ts'
import { localDay, parseLocalInput, toLocalInput } from '#kernel/time/zoned-time.ts'

const DAYS_PER_WEEK = 7

export const CALENDAR_VIEWS = ['month', 'week'] as const

export type CalendarView = (typeof CALENDAR_VIEWS)[number]

/** `day` is in the shown period, `YYYY-MM-DD`; today by default. */
export type CalendarParams = { view: CalendarView; day?: string }

export function parseCalendarParams(raw: Readonly<Record<string, unknown>>): CalendarParams {
  const day = typeof raw.day === 'string' ? readDay(raw.day) : undefined
  return { view: raw.view === 'week' ? 'week' : 'month', ...(day && { day }) }
}

/** Lists the days of whole weeks, from the first day of the week that the settings name. */
export function listDays({ view, day }: { view: CalendarView; day: string }): string[] {
  const first = view === 'week' ? day : `${day.slice(0, 7)}-01`
  const start = addDays(first, -weekday(first))
  const last = view === 'week' ? day : addDays(addMonths(first, 1), -1)
  const weeks = Math.floor((dayNumber(last) - dayNumber(start)) / DAYS_PER_WEEK) + 1
  return Array.from({ length: weeks * DAYS_PER_WEEK }, (_, index) => addDays(start, index))
}

export function shiftPeriod({ view, day }: { view: CalendarView; day: string }, periods: 1 | -1): string {
  return view === 'week' ? addDays(day, periods * DAYS_PER_WEEK) : addMonths(day, periods)
}

/**
 * Moves an instant to another day, at the same local time. A time that daylight saving skips becomes an hour later.
 *
 * @param day `YYYY-MM-DD`
 */
export function moveToDay(iso: string, day: string): Date {
  const clock = toLocalInput(iso).slice('YYYY-MM-DDT'.length)
  const [hour = 0] = clock.split(':').map(Number)
  const next = `${String(hour + 1).padStart(2, '0')}${clock.slice(2)}`
  const moved = parseLocalInput(`${day}T${clock}`) ?? parseLocalInput(`${day}T${next}`)
  if (!moved) throw new RangeError(`There is no time ${clock} on ${day}`)
  return new Date(moved.getTime() + (new Date(iso).getTime() % MINUTE_MS))
}

/** Groups by day in the newspaper's time zone. */
export function groupByDay<Entry extends { at: string }>(entries: readonly Entry[]): Map<string, Entry[]> {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const day = localDay(entry.at)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return days
}

function dayNumber(day: string): number {
  return Date.parse(day) / DAY_MS
}

/** Counts the days since the week began, by the first day of the week in the settings. */
function weekday(day: string): number {
  return (new Date(day).getUTCDay() + DAYS_PER_WEEK - WEEK_STARTS[place().weekStart]) % DAYS_PER_WEEK
}
