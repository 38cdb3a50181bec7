/** Counting a million rows exactly takes too long. */
export type ApproximateCount = { count: number; accuracy: 'exact' | 'at-least' | 'about' }

/** For example "1,204", "10,000+" or "about 1,040,000". */
export function formatCount({ count, accuracy }: ApproximateCount): string {
  if (accuracy === 'about') return `about ${Number(count.toPrecision(3)).toLocaleString('en-GB')}`
  return `${count.toLocaleString('en-GB')}${accuracy === 'at-least' ? '+' : ''}`
}
