import * as z from 'zod'
import { phrase } from '#kernel/text/phrase.ts'
import { isReadable, nearestReadable } from './contrast.ts'

/** A colour of text, `#rrggbb`, that is readable on light pages; the one for dark pages is derived. May be empty. */
export const colourField = z
  .string()
  .max(100)
  .overwrite((colour) => colour.trim().toLowerCase())
  .superRefine((colour, context) => {
    if (colour === '') return
    if (!/^#[\da-f]{6}$/.test(colour))
      return context.addIssue({ code: 'custom', message: phrase('Enter a colour such as #0a58a8') })
    if (!isReadable(colour))
      context.addIssue({
        code: 'custom',
        message: phrase(
          'This colour is too light to read. The nearest that is dark enough is {nearestReadable}.',
          { nearestReadable: nearestReadable(colour) },
        ),
      })
  })
