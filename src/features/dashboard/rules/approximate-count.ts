/** A count that may be inexact: counting a million rows exactly takes too long for a screen. */
export type ApproximateCount = { count: number; accuracy: 'exact' | 'at-least' | 'about' }

/** "1,204", "10,000+", "about 1,040,000" */
export function formatCount({ count, accuracy }: ApproximateCount): string {
  if (accuracy === 'about') return `about ${Number(count.toPrecision(3)).toLocaleString('en-GB')}`
  return `${count.toLocaleString('en-GB')}${accuracy === 'at-least' ? '+' : ''}`
}
