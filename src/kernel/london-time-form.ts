import * as z from 'zod'
import { parseLondonInput } from './london-calendar.ts'

export const NOT_IN_FUTURE = 'Choose a time in the future'

/** Reads the value of a `datetime-local` input. */
export const londonTime = z.string().transform((text, context) => {
  const time = parseLondonInput(text)
  if (time) return time
  context.issues.push({
    code: 'custom',
    message: 'Enter a valid date and time. Clocks skip an hour when summer time starts.',
    input: text,
  })
  return z.NEVER
})

export const timeForm = z.object({ at: londonTime })

export function futureTimeForm(now: () => Date) {
  return z.object({ at: londonTime.refine((time) => time > now(), NOT_IN_FUTURE) })
}
