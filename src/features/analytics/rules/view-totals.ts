/** What is counted of views together. */
export type Totals = {
  views: number
  /** Counted anew each day. */
  visitors: number
  sessions: number
  /** Sessions of one view. */
  bounces: number
  /** How long pages were in sight. */
  seconds: number
  /** Views of which that is known. */
  reads: number
  /** The percents of a page that were seen, together. */
  depth: number
  bookmarks: number
  shares: number
}

export const NO_VIEWS: Totals = {
  views: 0,
  visitors: 0,
  sessions: 0,
  bounces: 0,
  seconds: 0,
  reads: 0,
  depth: 0,
  bookmarks: 0,
  shares: 0,
}

export function addTotals(one: Totals, other: Totals): Totals {
  const sum = { ...one }
  for (const key of Object.keys(NO_VIEWS) as (keyof Totals)[]) sum[key] += other[key]
  return sum
}

/** The share of sessions of one view, in percent, or null where there was no session. */
export function bounceRate({ bounces, sessions }: Totals): number | null {
  return sessions === 0 ? null : Math.round((bounces / sessions) * 100)
}

/** Seconds in sight, or null where there was no session. */
export function averageSession({ seconds, sessions }: Totals): number | null {
  return sessions === 0 ? null : Math.round(seconds / sessions)
}

/** Seconds that a page was in sight, of those views of which it is known; null where there is none. */
export function averageRead({ seconds, reads }: Totals): number | null {
  return reads === 0 ? null : Math.round(seconds / reads)
}

/** How much of a page was seen, in percent. */
export function averageDepth({ depth, reads }: Totals): number | null {
  return reads === 0 ? null : Math.round(depth / reads)
}

/** "2 min 5 s", "45 s"; a dash where there is none. */
export function durationText(seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < 60) return `${seconds} s`
  const rest = seconds % 60
  return rest === 0 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 60)} min ${rest} s`
}

/** "62%"; a dash where there is none. */
export function percentText(percent: number | null): string {
  return percent === null ? '–' : `${percent}%`
}

/**
 * How a figure has changed, such as "+12% against the 30 days before".
 *
 * @param before the figure of the period before; undefined where nothing was counted all through it
 * @param unit of what is a share already, the change is told in points
 */
export function changeText(
  now: number | null,
  before: number | null | undefined,
  { period, unit = 'percent' }: { period: string; unit?: 'percent' | 'points' },
): string {
  if (before === undefined) return 'Nothing to compare with yet'
  if (before === null || now === null) return `None in the ${now === null ? 'last' : 'earlier'} ${period}`
  if (unit === 'percent' && before === 0) return `0 in the ${period} before`
  const change = unit === 'points' ? now - before : Math.round(((now - before) / before) * 100)
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±'
  const size = Math.abs(change).toLocaleString('en-GB')
  const unitText = unit === 'percent' ? '%' : size === '1' ? ' point' : ' points'
  return `${sign}${size}${unitText} against the ${period} before`
}
