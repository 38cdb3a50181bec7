import * as z from 'zod'
import { phrase } from '#kernel/text/phrase.ts'
import { MAX_HEADLINE_CHARACTERS } from './front.ts'

/** `image` is the name of an image of the library; both are empty for those of the article. */
export const presentationForm = z.object({
  title: z
    .string()
    .trim()
    .max(MAX_HEADLINE_CHARACTERS, {
      error: () => phrase('The headline can have {max} characters at most', { max: MAX_HEADLINE_CHARACTERS }),
    }),
  image: z.string(),
})
