import * as z from 'zod'
import { draftFormSchema } from '#features/drafts/rules/article-form.ts'

/** Settings of one person. */
export type WritingPreferences = {
  /** Byline of new articles. Null stands for the person's name; may be empty. */
  byline: string | null
  asksBeforePublishing: boolean
}

export const DEFAULT_WRITING_PREFERENCES: Readonly<WritingPreferences> = {
  byline: null,
  asksBeforePublishing: true,
}

const byline = draftFormSchema.shape.author

export const bylineForm = z.object({ byline })

export const writingPreferencesChange = z
  .object({ byline: byline.nullable(), asksBeforePublishing: z.boolean() })
  .partial()

/** Returns the byline of a new article (newsroom §4). */
export function bylineOf(person: { fullName: string }, { byline }: WritingPreferences): string {
  return byline ?? person.fullName
}
