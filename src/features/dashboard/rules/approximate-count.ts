/** A number of things, and how well it is known: counting all of a million takes longer than anybody waits. */
export type Figure = { count: number; accuracy: 'exact' | 'at-least' | 'about' }

/** "1,204", "10,000+", "about 1,040,000" */
export function formatCount({ count, accuracy }: Figure): string {
  if (accuracy === 'about') return `about ${Number(count.toPrecision(3)).toLocaleString('en-GB')}`
  return `${count.toLocaleString('en-GB')}${accuracy === 'at-least' ? '+' : ''}`
}
