import * as z from 'zod'
import { articleDraftSchema } from './article-form.ts'

/** The unsaved changes of an article that the browser stores. */
export const storedChangesSchema = z.object({
  /** A new article has an id too, so that a retried save does not create a second article. */
  id: z.uuid(),
  base: articleDraftSchema,
  version: z.string().nullable(),
  form: articleDraftSchema,
  savedAt: z.iso.datetime(),
})

export type StoredChanges = Omit<z.output<typeof storedChangesSchema>, 'savedAt'>
