import * as z from 'zod'

/** The longest page, in UTF-16 units. A long privacy policy has a tenth of it. */
export const MAX_PAGE_LENGTH = 500_000

/** The editor of one page. Apart from static-page.ts, which readers load as well: they need no zod. */
export const pageFormSchema = z.object({ html: z.string().max(MAX_PAGE_LENGTH) })
