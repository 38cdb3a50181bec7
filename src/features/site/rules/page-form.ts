import * as z from 'zod'

/** In UTF-16 code units; ten times a long privacy policy. */
export const MAX_PAGE_LENGTH = 500_000

/** Not in static-page.ts, to keep zod out of the bundle of reader pages. */
export const pageFormSchema = z.object({ html: z.string().max(MAX_PAGE_LENGTH) })
