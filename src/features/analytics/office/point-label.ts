import { formatShortDay } from '#kernel/dates.ts'

/** "21 Nov 2026", or "Nov 2026" of a month that begins so. */
export function pointLabel(start: string, isMonth: boolean): string {
  const day = formatShortDay(`${start}T12:00:00Z`)
  return isMonth ? day.replace(/^\d+ /, '') : day
}
