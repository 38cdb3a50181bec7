import { useEffect, useMemo, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormProps } from 'react-hook-form'
import * as z from 'zod'
import { useAdmittedAccount } from '#features/access/admin/useCapability.ts'
import type { UnsentInput } from '#ui/admin/forms/RestoredNotice.tsx'
import { readDrafts } from '#ui/admin/forms/stored-drafts.ts'
import { useDrafts } from '#ui/admin/forms/useDrafts.ts'
import { useZodForm, type ZodForm } from '#ui/admin/forms/useZodForm.ts'

type Options<Fields extends FieldValues> = Omit<
  UseFormProps<NoInfer<Fields>>,
  'resolver' | 'defaultValues'
> & {
  defaultValues: NoInfer<Fields>
  /** Identifies the form and its record, such as `withdraw:{article id}`. No name may begin with another one and a colon. */
  name: string
  /** Stored with the input, see `useUnsentContext`. */
  context?: string
}

const fieldValue = z.union([z.string(), z.boolean(), z.record(z.string(), z.string())])
const draftSchema = z.object({
  fields: z.record(z.string(), fieldValue),
  context: z.string(),
  savedAt: z.string(),
})

/**
 * Stores unsent input in this browser, even if the form is closed with Escape, and restores it when the form opens again.
 * Forms that stay open after saving must call `reset` with the saved values; other forms must call `unsent.end`. Do not use
 * it for passwords.
 */
export function useUnsentForm<Fields extends FieldValues>(
  schema: z.ZodType<unknown, Fields>,
  { name, context = '', ...options }: Options<Fields>,
): ZodForm<Fields> & { unsent: UnsentInput } {
  const form = useZodForm<Fields>(schema, options as UseFormProps<Fields>)
  const initial: FieldValues = form.formState.defaultValues ?? options.defaultValues
  const [restoredAt, setRestoredAt] = useState<string>()
  const values = form.watch()
  const isChange = (field: string, value: unknown) =>
    field in initial &&
    typeof value === typeof initial[field] &&
    JSON.stringify(value) !== JSON.stringify(initial[field])
  const json = JSON.stringify(
    Object.fromEntries(Object.entries(values).filter(([field, value]) => isChange(field, value))),
  )
  const changes = useMemo(
    () => (json === '{}' ? null : { fields: draftSchema.shape.fields.parse(JSON.parse(json)), context }),
    [json, context],
  )
  const { others, adopt, end } = useDrafts({
    subject: useSubject(name),
    schema: draftSchema,
    changes,
    isUsable: ({ fields }) => Object.entries(fields).some(([field, value]) => isChange(field, value)),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a form that opens is filled in
  useEffect(() => {
    const [newest] = others
    if (!newest) return
    adopt(newest)
    setRestoredAt(newest.savedAt)
    for (const [field, value] of Object.entries(newest.fields))
      if (isChange(field, value))
        form.setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true })
  }, [])

  function discard() {
    form.reset()
    setRestoredAt(undefined)
  }
  return { ...form, unsent: { restoredAt: changes ? restoredAt : undefined, discard, end } }
}

/** Returns the context of the newest input that was not sent, to open its form again. */
export function useUnsentContext(name: string): string | undefined {
  const subject = useSubject(name)
  const [context] = useState(() => readDrafts(subject, draftSchema)[0]?.context)
  return context
}

function useSubject(name: string): string {
  return `form:${useAdmittedAccount()?.id}:${name}`
}
