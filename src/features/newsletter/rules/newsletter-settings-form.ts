import * as z from 'zod'
import { MAX_RATE } from './campaign.ts'
import { DIGEST_RHYTHMS } from './digest-schedule.ts'

const RATE_ERROR = `Please enter a whole number from 1 to ${MAX_RATE}`

export const newsletterSettingsSchema = z.object({
  /** Emails per second. */
  rate: z.int(RATE_ERROR).min(1, RATE_ERROR).max(MAX_RATE, RATE_ERROR),
  isConfirmed: z.boolean(),
  rhythm: z.enum(DIGEST_RHYTHMS),
  hour: z.int().min(0).max(23),
  weekday: z.int().min(1).max(7),
})

export type NewsletterSettingsFields = z.infer<typeof newsletterSettingsSchema>
