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
  const now = `${formatNumber(joined)} joined in ${formatMonth(at)}`
  if (beforeThisMonth === 0) return { value: '–', note: `No earlier month to compare with; ${now}` }
  const percent = Math.round((joined / beforeThisMonth) * 100)
  return {
    value: `${percent > 0 ? '+' : ''}${formatNumber(percent)}%`,
    note: `${now}, ${formatNumber(lastMonth)} in ${formatMonthBefore(at)}`,
  }
}
