import * as z from 'zod'
import { phrase } from '#kernel/text/phrase.ts'
import { parseLocalInput } from './zoned-time.ts'

export const notInFuture = () => phrase('Choose a time in the future')

/** Reads the value of a `datetime-local` input. */
export const zonedTime = z.string().transform((text, context) => {
  const time = parseLocalInput(text)
  if (time) return time
  context.issues.push({
    code: 'custom',
    message: phrase('Enter a valid date and time. Clocks skip an hour when summer time starts.'),
    input: text,
  })
  return z.NEVER
})

export const timeForm = z.object({ at: zonedTime })

export function futureTimeForm(now: () => Date) {
  return z.object({ at: zonedTime.refine((time) => time > now(), { error: notInFuture }) })
}
