import { useEffect, useRef, useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue } from 'react-hook-form'
import type { ZodType } from 'zod'
import { changedFields, mergeThreeWay } from '#kernel/three-way-merge.ts'
import { useZodForm, type ZodForm } from './useZodForm.ts'

/** A form over a stored record that somebody else may change at the same time. */
export type StoredForm<Fields extends FieldValues> = ZodForm<Fields> & {
  /** The stored values that the changes are relative to. */
  base: Fields
  values: Fields
  isChanged: boolean
  /** The changed fields whose stored value somebody else has changed as well: saving overwrites it. */
  conflicts: (keyof Fields & string)[]
  /** Replaces what was typed into a field by its stored value. */
  discardField(name: keyof Fields & string): void
  /** Takes over the outcome of saving `sent`; what was typed since stays. */
  markSaved(sent: Fields, stored: Fields): void
}

/**
 * A form that follows its stored record: when `stored` changes, untouched fields take the new values and changed fields keep
 * what was typed.
 *
 * @param isSaving defers that, since the record is about to change by this form
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

  /** Makes `next` the base of what differs from `from` now. @returns the conflicts */
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
