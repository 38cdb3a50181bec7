import { phrase } from '#kernel/text/phrase.ts'
import { addDays, addMonths } from '#kernel/time/calendar-days.ts'

/** Spec §2, Analytics. */
export const analyticsTabs = () =>
  [
    { name: 'overview', label: phrase('Overview') },
    { name: 'content', label: phrase('Content') },
    { name: 'traffic', label: phrase('Traffic') },
    { name: 'engagement', label: phrase('Engagement') },
  ] as const

export type AnalyticsTab = ReturnType<typeof analyticsTabs>[number]['name']

export function isAnalyticsTab(text: unknown): text is AnalyticsTab {
  return analyticsTabs().some(({ name }) => name === text)
}

export const PERIODS = ['7d', '30d', '90d', '12m'] as const
export type Period = (typeof PERIODS)[number]

/** Inclusive ISO 8601 days. */
export type DayRange = { from: string; to: string }

const DAYS_BY_PERIOD = { '7d': 7, '30d': 30, '90d': 90 }
const periodTexts = () => ({
  '7d': phrase('7 days'),
  '30d': phrase('30 days'),
  '90d': phrase('90 days'),
  '12m': phrase('12 months'),
})

export function isPeriod(text: unknown): text is Period {
  return PERIODS.some((period) => period === text)
}

export function periodText(period: Period): string {
  return periodTexts()[period]
}

/** Twelve months start on the first of a month. */
export function periodDays(period: Period, today: string): DayRange & { before: DayRange } {
  if (period === '12m') {
    const from = addMonths(monthStart(today), -11)
    return { from, to: today, before: { from: addMonths(from, -12), to: addMonths(today, -12) } }
  }
  const days = DAYS_BY_PERIOD[period]
  const from = addDays(today, 1 - days)
  return { from, to: today, before: { from: addDays(from, -days), to: addDays(from, -1) } }
}

/**
 * Splits a range into months, days, and days without a roll-up. The month of the last rolled-up day counts as whole,
 * since its row ends on that day.
 */
export function planRange(
  { from, to }: DayRange,
  rolledTo: string | null,
): { months: DayRange | null; days: DayRange[]; raw: DayRange | null } {
  const end = rolledTo === null ? addDays(from, -1) : rolledTo < to ? rolledTo : to
  const rawFrom = end < from ? from : addDays(end, 1)
  const raw = rawFrom <= to ? { from: rawFrom, to } : null
  const firstMonth = from.endsWith('-01') ? from : addMonths(monthStart(from), 1)
  const afterMonths = end === rolledTo ? addMonths(monthStart(end), 1) : monthStart(addDays(end, 1))
  if (firstMonth >= afterMonths) return { months: null, days: nonEmpty({ from, to: end }), raw }
  return {
    months: { from: firstMonth, to: addMonths(afterMonths, -1) },
    days: [...nonEmpty({ from, to: addDays(firstMonth, -1) }), ...nonEmpty({ from: afterMonths, to: end })],
    raw,
  }
}

function monthStart(day: string): string {
  return `${day.slice(0, 7)}-01`
}

function nonEmpty(range: DayRange): DayRange[] {
  return range.from <= range.to ? [range] : []
}
