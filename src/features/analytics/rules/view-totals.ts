import { phrase, plural } from '#kernel/text/phrase.ts'

export type Totals = {
  views: number
  /** Unique per day. */
  visitors: number
  sessions: number
  /** Sessions with one view. */
  bounces: number
  /** Visible time. */
  seconds: number
  reads: number
  /** The sum of percentages. */
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

/** In percent; null without sessions. */
export function bounceRate({ bounces, sessions }: Totals): number | null {
  return sessions === 0 ? null : Math.round((bounces / sessions) * 100)
}

/** Visible seconds; null without sessions. */
export function averageSession({ seconds, sessions }: Totals): number | null {
  return sessions === 0 ? null : Math.round(seconds / sessions)
}

/** Visible seconds; null without data. */
export function averageRead({ seconds, reads }: Totals): number | null {
  return reads === 0 ? null : Math.round(seconds / reads)
}

/** In percent; null without data. */
export function averageDepth({ depth, reads }: Totals): number | null {
  return reads === 0 ? null : Math.round(depth / reads)
}

/** For example "2 min 5 s". */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < 60) return phrase('{seconds} s', { seconds })
  const rest = seconds % 60
  const minutes = Math.floor(seconds / 60)
  return rest === 0
    ? phrase('{minutes} min', { minutes })
    : phrase('{minutes} min {seconds} s', { minutes, seconds: rest })
}

export function formatPercent(percent: number | null): string {
  return percent === null ? '–' : `${percent}%`
}

/**
 * "+12% compared with the previous 30 days", for example.
 *
 * @param before undefined when the previous period was not fully measured
 */
export function formatChange(
  now: number | null,
  before: number | null | undefined,
  { period, unit = 'percent' }: { period: string; unit?: 'percent' | 'points' },
): string {
  if (before === undefined) return phrase('No earlier data to compare')
  if (before === null || now === null)
    return now === null
      ? phrase('No data for the last {period}', { period })
      : phrase('No data for the previous {period}', { period })
  if (unit === 'percent' && before === 0) return phrase('0 in the previous {period}', { period })
  const change = unit === 'points' ? now - before : Math.round(((now - before) / before) * 100)
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±'
  const size = Math.abs(change)
  return unit === 'percent'
    ? phrase('{sign}{size}% compared with the previous {period}', { sign, size, period })
    : plural(
        size,
        '{sign}{count} point compared with the previous {period}',
        '{sign}{count} points compared with the previous {period}',
        { sign, period },
      )
}
