import * as z from 'zod'
import { phrase } from '#kernel/text/phrase.ts'

/** The permanent address of an image of the library, or empty. */
export const libraryImageUrl = z.string().regex(/^$|^\/storage\/article-images\/[\w-][\w.-]{0,199}$/, {
  error: () => phrase('Choose an image of the library'),
})
