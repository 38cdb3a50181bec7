import { useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue } from 'react-hook-form'
import type { ZodType } from 'zod'
import { changedFields, mergeThreeWay } from '#kernel/three-way-merge.ts'
import { useZodForm, type ZodForm } from './useZodForm.ts'

export type StoredForm<Fields extends FieldValues> = ZodForm<Fields> & {
  /** Stored values without the changes. */
  base: Fields
  values: Fields
  isChanged: boolean
  /** Also changed by somebody else; saving overwrites them. */
  conflicts: (keyof Fields & string)[]
  discardField(name: keyof Fields & string): void
  /** Call after saving `sent`; later input stays. */
  markSaved(sent: Fields, stored: Fields): void
}

/**
 * Untouched fields get new values; changed ones keep their input.
 *
 * @param isSaving defers updates, since this form is about to change the record
 */
export function useStoredForm<Fields extends FieldValues>(
  schema: ZodType<unknown, Fields>,
  stored: Fields,
  isSaving: boolean,
): StoredForm<Fields> {
  const form = useZodForm(schema, {
    defaultValues: stored as DefaultValues<Fields>,
    shouldFocusError: false,
  })
  const [base, setBase] = useState(stored)
  const [conflicts, setConflicts] = useState<(keyof Fields & string)[]>([])
  const values = form.watch()
  const changed = changedFields({ base, typed: values })

  function setField(name: keyof Fields & string, value: Fields[string]) {
    form.setValue(name as Path<Fields>, value as PathValue<Fields, Path<Fields>>, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  }

  /** Keeps the changes relative to `from`. @returns the conflicts */
  function rebase(from: Fields, next: Fields) {
    const merged = mergeThreeWay({ base: from, typed: form.getValues() }, next)
    form.reset(next, { keepErrors: true, keepIsSubmitted: true, keepSubmitCount: true })
    for (const name of changedFields({ base: next, typed: merged.values }))
      setField(name, merged.values[name])
    setBase(next)
    return merged.conflicts
  }

  const followed = useRef(stored)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the stored record is merged
  useEffect(() => {
    if (isSaving || stored === followed.current) return
    followed.current = stored
    const found = rebase(base, stored)
    setConflicts((known) => [...new Set([...known, ...found])])
  }, [stored, isSaving])

  return {
    ...form,
    base,
    values,
    isChanged: changed.length > 0,
    conflicts: changed.filter((name) => conflicts.includes(name)),
    discardField: (name) => setField(name, base[name]),
    markSaved(sent, next) {
      rebase(sent, next)
      setConflicts([])
    },
  }
}
