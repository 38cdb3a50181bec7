import { phrase } from '#kernel/text/phrase.ts'
import { formatNumber } from './format-count.ts'
import { formatMonth, formatMonthBefore } from './time/zoned-time.ts'

/** Counts by calendar month in the newspaper's time zone. */
export type JoinCounts = {
  total: number
  beforeThisMonth: number
  lastMonth: number
}

export type Growth = { value: string; note: string }

/** Describes the growth since the start of the month of `at`, in percent if there is an earlier month. */
export function describeGrowth({ total, beforeThisMonth, lastMonth }: JoinCounts, at: string): Growth {
  const joined = total - beforeThisMonth
  const month = formatMonth(at)
  if (beforeThisMonth === 0)
    return {
      value: '–',
      note: phrase('No earlier month to compare with; {joined} joined in {month}', { joined, month }),
    }
  const percent = Math.round((joined / beforeThisMonth) * 100)
  return {
    value: `${percent > 0 ? '+' : ''}${formatNumber(percent)}%`,
    note: phrase('{joined} joined in {month}, {before} in {monthBefore}', {
      joined,
      month,
      before: lastMonth,
      monthBefore: formatMonthBefore(at),
    }),
  }
}
