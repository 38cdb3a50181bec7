import { londonDay } from '#kernel/london-calendar.ts'

export const DIGEST_RHYTHMS = ['off', 'daily', 'weekly'] as const
export type DigestRhythm = (typeof DIGEST_RHYTHMS)[number]

/** When a digest goes out by itself, in London's time. */
export type DigestSchedule = {
  rhythm: DigestRhythm
  /** 0 to 23 */
  hour: number
  /** Of a weekly one: 1 for Monday to 7 for Sunday. */
  weekday: number
  /** ISO 8601: nothing is made up for that was due before the schedule was set. */
  since: string
}

const hourOf = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
})
const weekdayOf = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', weekday: 'short' })
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/**
 * The period whose digest is due at `now`, such as `daily:2026-11-21`, or undefined. One that was missed is made up for on
 * the same day, and not later: its news would be old.
 */
export function dueDigest({ rhythm, hour, weekday, since }: DigestSchedule, now: Date): string | undefined {
  if (rhythm === 'off') return undefined
  if (rhythm === 'weekly' && WEEKDAYS[weekday - 1] !== weekdayOf.format(now)) return undefined
  const day = londonDay(now.toISOString())
  const slot = `${day} ${String(hour).padStart(2, '0')}`
  const clock = (date: Date) => `${londonDay(date.toISOString())} ${hourOf.format(date)}`
  return clock(now) >= slot && clock(new Date(since)) < slot ? `${rhythm}:${day}` : undefined
}
