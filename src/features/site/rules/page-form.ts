import * as z from 'zod'

/** In UTF-16 code units; ten times a long privacy policy. */
export const MAX_PAGE_LENGTH = 500_000

/** Separate, to keep zod out of reader pages. */
export const pageFormSchema = z.object({ html: z.string().max(MAX_PAGE_LENGTH) })
