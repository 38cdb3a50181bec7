import { formatShortDay } from '#kernel/time/dates.ts'
import { formatMonthAndYear } from '#kernel/time/zoned-time.ts'
import type { Period } from './analytics-params.ts'

/** Names a point of a chart, which is a month of twelve or else a day. @param start `YYYY-MM-DD` */
export function pointLabel(start: string, period: Period): string {
  return period === '12m' ? formatMonthAndYear(start) : formatShortDay(start)
}
