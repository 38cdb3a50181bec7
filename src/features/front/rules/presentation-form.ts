import * as z from 'zod'
import { MAX_HEADLINE_CHARACTERS } from './front.ts'

/** `image` is the name of an image of the library; both are empty for those of the article. */
export const presentationForm = z.object({
  title: z
    .string()
    .trim()
    .max(MAX_HEADLINE_CHARACTERS, `The headline can have ${MAX_HEADLINE_CHARACTERS} characters at most`),
  image: z.string(),
})
