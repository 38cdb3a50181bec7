import { phrase } from '#kernel/text/phrase.ts'
import { formatClock, formatDay } from '#kernel/time/dates.ts'
import { localDay, withoutYear } from '#kernel/time/zoned-time.ts'

/**
 * "11:33" today, "28 November at 11:33" this year, else "28 November 2025 at 11:33".
 *
 * @param today `YYYY-MM-DD`
 */
export function formatMoment(iso: string, today: string): string {
  const day = localDay(iso)
  const time = formatClock(iso)
  if (day === today) return time
  const date = formatDay(iso)
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return phrase('{day} at {time}', { day: isThisYear ? withoutYear(date) : date, time })
}

/** "at 11:33", "on 28 November at 11:33" */
export function momentPhrase(iso: string, today: string): string {
  return `${localDay(iso) === today ? 'at' : 'on'} ${formatMoment(iso, today)}`
}
