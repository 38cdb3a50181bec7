import * as z from 'zod'
import { MAX_URL_LENGTH } from '#kernel/web-address.ts'

/** The options of an import. */
export const importOptions = z.object({
  /** `as-is`: published articles are published at once. */
  articles: z.enum(['as-is', 'drafts']).default('as-is'),
  /** Pages that are not articles, such as "About us". */
  pages: z.enum(['drafts', 'articles', 'leave']).default('drafts'),
  subscribers: z.enum(['import', 'leave']).default('import'),
  /** `leave`: files that the export does not contain are missing. */
  files: z.enum(['fetch', 'leave']).default('fetch'),
  /** The former site, from which files are fetched if the export does not say its address, such as that of Ghost. */
  site: z
    .url({ protocol: /^https?$/ })
    .max(MAX_URL_LENGTH)
    .optional(),
})

export type ImportOptions = z.output<typeof importOptions>

export const DEFAULT_OPTIONS: ImportOptions = importOptions.parse({})
