import * as z from 'zod'
import { londonDay } from '#kernel/london-calendar.ts'
import { MAX_RATE } from './campaign.ts'

export const DIGEST_RHYTHMS = ['off', 'daily', 'weekly'] as const
type DigestRhythm = (typeof DIGEST_RHYTHMS)[number]

/** In the time zone Europe/London. */
export type DigestSchedule = {
  rhythm: DigestRhythm
  /** 0 to 23 */
  hour: number
  /** 1 (Monday) to 7 (Sunday) */
  weekday: number
  /** ISO 8601; earlier digests are not sent. */
  since: string
}

const hourOf = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
})
const weekdayOf = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', weekday: 'short' })
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** A due digest's period, such as `daily:2026-11-21`. Missed digests are sent on the same day only. */
export function dueDigest({ rhythm, hour, weekday, since }: DigestSchedule, now: Date): string | undefined {
  if (rhythm === 'off') return undefined
  if (rhythm === 'weekly' && WEEKDAYS[weekday - 1] !== weekdayOf.format(now)) return undefined
  const day = londonDay(now.toISOString())
  const slot = `${day} ${String(hour).padStart(2, '0')}`
  const localHour = (date: Date) => `${londonDay(date.toISOString())} ${hourOf.format(date)}`
  return localHour(now) >= slot && localHour(new Date(since)) < slot ? `${rhythm}:${day}` : undefined
}

const RATE_ERROR = `Please enter a whole number from 1 to ${MAX_RATE}`

export const newsletterSettingsSchema = z.object({
  rate: z.int(RATE_ERROR).min(1, RATE_ERROR).max(MAX_RATE, RATE_ERROR),
  isConfirmed: z.boolean(),
  rhythm: z.enum(DIGEST_RHYTHMS),
  hour: z.int().min(0).max(23),
  weekday: z.int().min(1).max(7),
})

export type NewsletterSettingsFields = z.infer<typeof newsletterSettingsSchema>
