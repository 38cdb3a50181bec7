import { useMemo } from 'react'
import type { FieldValues, Path, PathValue } from 'react-hook-form'
import * as z from 'zod'
import { phrase } from '#kernel/text/phrase.ts'
import { changedFields } from '#kernel/three-way-merge.ts'
import type { StoredDraft } from './stored-drafts.ts'
import { useDrafts } from './useDrafts.ts'
import type { StoredForm } from './useStoredForm.ts'

type Changes = { fields: Record<string, string | number | boolean> }

const draftSchema = z.object({
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  savedAt: z.string(),
})

/** For the guard of the form. */
export const recovery = () =>
  phrase('Your changes stay in this browser. You can restore them when you return.')

/**
 * Keeps a form's unsaved changes in this browser, and lists those of earlier visits.
 *
 * @param subject such as `settings:{account id}`
 */
export function useFormDrafts<Fields extends FieldValues>(form: StoredForm<Fields>, subject: string) {
  const { base, values } = form
  const changed = changedFields({ base, typed: values })
  const json = JSON.stringify(Object.fromEntries(changed.map((name) => [name, values[name]])))
  const changes = useMemo((): Changes | null => (json === '{}' ? null : { fields: JSON.parse(json) }), [json])
  const drafts = useDrafts({
    subject,
    schema: draftSchema,
    changes,
    isUsable: ({ fields }) =>
      Object.entries(fields).some(([name, value]) => name in base && base[name] !== value),
  })
  return {
    drafts,
    restore(draft: StoredDraft<Changes>) {
      drafts.adopt(draft)
      for (const [name, value] of Object.entries(draft.fields))
        if (name in base)
          form.setValue(name as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true })
    },
  }
}
