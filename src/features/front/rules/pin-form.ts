import * as z from 'zod'
import { parseLocalInput } from '#kernel/time/zoned-time.ts'
import { futureTimeForm } from '#kernel/time/zoned-time-form.ts'

type PinForm = { end: 'none' | 'time'; at: string }

/** The time counts only if the pin has an end. */
export function pinForm(now: () => Date) {
  return z.discriminatedUnion('end', [
    z.object({ end: z.literal('none'), at: z.string() }),
    z.object({ end: z.literal('time'), ...futureTimeForm(now).shape }),
  ]) as z.ZodType<unknown, PinForm>
}

/** @returns ISO 8601; null without an end */
export function pinnedUntil({ end, at }: PinForm): string | null {
  return end === 'time' ? (parseLocalInput(at)?.toISOString() ?? null) : null
}
