import { englishLocale } from './place.ts'

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "5 minutes ago", "in 2 hours", "now" */
export function relativeTime(at: Date, now: Date): string {
  const distance = at.getTime() - now.getTime()
  const step = STEPS.find(([, length]) => Math.abs(distance) >= length)
  if (!step) return 'now'
  const format = new Intl.RelativeTimeFormat(englishLocale(), { numeric: 'always' })
  return format.format(Math.trunc(distance / step[1]), step[0])
}
