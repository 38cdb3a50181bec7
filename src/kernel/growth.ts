import { formatMonth, formatMonthBefore } from './london-calendar.ts'

/** Counts of people who joined, by calendar months of Europe/London. */
export type JoinCounts = {
  total: number
  /** JoinCounts before the current month. */
  beforeThisMonth: number
  lastMonth: number
}

/** The growth rate and its explanation, as shown on a card. */
export type Growth = { value: string; note: string }

/**
 * Describes growth since the start of the month of `at` in percent, with the numbers of this month and the one before.
 * Without an earlier month there is no rate, and the note says so.
 *
 * @param at ISO 8601
 */
export function describeGrowth({ total, beforeThisMonth, lastMonth }: JoinCounts, at: string): Growth {
  const joined = total - beforeThisMonth
  const now = `${joined.toLocaleString('en-GB')} joined in ${formatMonth(at)}`
  if (beforeThisMonth === 0) return { value: '–', note: `No earlier month to compare with; ${now}` }
  const percent = Math.round((joined / beforeThisMonth) * 100)
  return {
    value: `${percent > 0 ? '+' : ''}${percent.toLocaleString('en-GB')}%`,
    note: `${now}, ${lastMonth.toLocaleString('en-GB')} in ${formatMonthBefore(at)}`,
  }
}
