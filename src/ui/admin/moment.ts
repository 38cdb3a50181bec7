import { formatClock, formatDayAndTime } from '#kernel/time/dates.ts'
import { localDay } from '#kernel/time/zoned-time.ts'

/**
 * "11:33" today, "28 November at 11:33" this year, else "28 November 2025 at 11:33".
 *
 * @param today `YYYY-MM-DD`
 */
export function formatMoment(iso: string, today: string): string {
  const day = localDay(iso)
  if (day === today) return formatClock(iso)
  const full = formatDayAndTime(iso)
  const year = day.slice(0, 4)
  return year === today.slice(0, 4) ? full.replace(` ${year} at `, ' at ') : full
}

/** "at 11:33", "on 28 November at 11:33" */
export function momentPhrase(iso: string, today: string): string {
  return `${localDay(iso) === today ? 'at' : 'on'} ${formatMoment(iso, today)}`
}
