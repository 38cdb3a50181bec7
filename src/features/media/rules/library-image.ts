import * as z from 'zod'

/** The permanent address of an image of the library, or empty. */
export const libraryImage = z
  .string()
  .regex(/^$|^\/storage\/article-images\/[\w-][\w.-]{0,199}$/, 'Choose an image of the library')
