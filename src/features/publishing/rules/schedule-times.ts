import { phrase } from '#kernel/text/phrase.ts'
import { notInFuture } from '#kernel/time/zoned-time-form.ts'

type Schedules = {
  isPublished: boolean
  /** Time of the scheduled publication. */
  publishesAt: Date | null
  /** Time of the scheduled withdrawal. */
  withdrawsAt: Date | null
}

/** @returns why a publication cannot be scheduled for this time, or null */
export function refusePublicationTime(
  { withdrawsAt }: Pick<Schedules, 'withdrawsAt'>,
  plannedAt: Date,
  now: Date,
): string | null {
  if (plannedAt <= now) return `${notInFuture()}.`
  if (!withdrawsAt || plannedAt < withdrawsAt) return null
  return phrase(
    'The article will be withdrawn before that time. Choose an earlier time, or change the withdrawal.',
  )
}

/** @returns why a withdrawal cannot be scheduled for this time, or null */
export function refuseWithdrawalTime(
  { isPublished, publishesAt }: Pick<Schedules, 'isPublished' | 'publishesAt'>,
  plannedAt: Date,
  now: Date,
): string | null {
  if (plannedAt <= now) return `${notInFuture()}.`
  if (isPublished) return null
  if (!publishesAt) return phrase('The article is not published.')
  return plannedAt > publishesAt ? null : phrase('The article would be withdrawn before it is published.')
}
