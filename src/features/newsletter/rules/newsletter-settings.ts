import * as z from 'zod'
import { phrase } from '#kernel/text/phrase.ts'
import { hourAndWeekday, localDay, toLocalInput } from '#kernel/time/zoned-time.ts'
import { MAX_RATE } from './campaign.ts'

export const DIGEST_RHYTHMS = ['off', 'daily', 'weekly'] as const
type DigestRhythm = (typeof DIGEST_RHYTHMS)[number]

/** In the newspaper's time zone. */
export type DigestSchedule = {
  rhythm: DigestRhythm
  /** 0 to 23 */
  hour: number
  /** 1 (Monday) to 7 (Sunday) */
  weekday: number
  /** ISO 8601; earlier digests are not sent. */
  since: string
}

/** A due digest's period, such as `daily:2026-11-21`. Missed digests are sent on the same day only. */
export function dueDigest({ rhythm, hour, weekday, since }: DigestSchedule, now: Date): string | undefined {
  if (rhythm === 'off') return undefined
  if (rhythm === 'weekly' && weekday !== hourAndWeekday(now).weekday) return undefined
  const day = localDay(now.toISOString())
  const slot = `${day}T${String(hour).padStart(2, '0')}`
  const localHour = (date: Date) => toLocalInput(date.toISOString()).slice(0, slot.length)
  return localHour(now) >= slot && localHour(new Date(since)) < slot ? `${rhythm}:${day}` : undefined
}

const rateError = {
  error: () => phrase('Please enter a whole number from 1 to {max}', { max: MAX_RATE }),
}

export const newsletterSettingsSchema = z.object({
  rate: z.int(rateError).min(1, rateError).max(MAX_RATE, rateError),
  isConfirmed: z.boolean(),
  rhythm: z.enum(DIGEST_RHYTHMS),
  hour: z.int().min(0).max(23),
  weekday: z.int().min(1).max(7),
})

export type NewsletterSettingsFields = z.infer<typeof newsletterSettingsSchema>
