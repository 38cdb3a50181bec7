import { formatMonth, formatMonthBefore } from './london-calendar.ts'

/** How many there are of something that people join, by calendar months of Europe/London. */
export type Joined = {
  total: number
  /** Of these, those who had joined before this month began. */
  beforeThisMonth: number
  lastMonth: number
}

/** A growth figure as a card shows it, and what it is made of. */
export type Growth = { value: string; note: string }

/**
 * By how many percent more there are at `at` than when its month began, and how many joined in it and in the one before. Where
 * nobody had joined before, there is nothing to compare with, and it says so.
 *
 * @param at ISO 8601
 */
export function describeGrowth({ total, beforeThisMonth, lastMonth }: Joined, at: string): Growth {
  const joined = total - beforeThisMonth
  const now = `${joined.toLocaleString('en-GB')} joined in ${formatMonth(at)}`
  if (beforeThisMonth === 0) return { value: '–', note: `No earlier month to compare with; ${now}` }
  const percent = Math.round((joined / beforeThisMonth) * 100)
  return {
    value: `${percent > 0 ? '+' : ''}${percent.toLocaleString('en-GB')}%`,
    note: `${now}, ${lastMonth.toLocaleString('en-GB')} in ${formatMonthBefore(at)}`,
  }
}
