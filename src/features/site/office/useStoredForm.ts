import { useState } from 'react'
import { changedFields, followStored, type OpenForm } from '#kernel/three-way-merge.ts'

type Fields = Record<string, string>

/** A form over stored settings that somebody else may change meanwhile. */
export type StoredForm<T extends Fields> = OpenForm<T> & {
  isChanged: boolean
  /** The fields that were typed into and that somebody else has changed since: saving overwrites theirs. */
  overtaken: (keyof T & string)[]
  set(name: keyof T & string, value: string): void
  /** Gives up what was typed into a field for what is stored. */
  takeTheirs(name: keyof T & string): void
  /** After `sent` was saved: what was typed since stays. */
  saved(sent: T, stored: T): void
  /** Gives up all that was typed. */
  reset(): void
}

/**
 * Begins once from what is stored (spec §4, Settings forms). When that changes, fields that nobody has touched follow.
 *
 * @param isSaving while it lasts nothing follows: the news would be of what is being saved
 */
export function useStoredForm<T extends Fields>(stored: T, isSaving: boolean): StoredForm<T> {
  const [seen, setSeen] = useState(stored)
  const [form, setForm] = useState<OpenForm<T> & { overtaken: (keyof T)[] }>(() => begin(stored))
  if (stored !== seen && !isSaving) {
    setSeen(stored)
    setForm((open) => {
      const next = followStored(open, stored)
      return { ...next, overtaken: [...new Set([...open.overtaken, ...next.overtaken])] }
    })
  }
  const changed = changedFields(form) as (keyof T & string)[]

  return {
    ...form,
    isChanged: changed.length > 0,
    overtaken: changed.filter((name) => form.overtaken.includes(name)),
    set: (name, value) => setForm((open) => ({ ...open, typed: { ...open.typed, [name]: value } })),
    takeTheirs: (name) => setForm((open) => ({ ...open, typed: { ...open.typed, [name]: open.base[name] } })),
    saved(sent, now) {
      setForm((open) => {
        const since = changedFields({ base: sent, typed: open.typed })
        const kept = Object.fromEntries(since.map((name) => [name, open.typed[name]])) as Partial<T>
        return { base: now, typed: { ...now, ...kept }, overtaken: [] }
      })
    },
    reset: () => setForm((open) => begin(open.base)),
  }
}

function begin<T extends Fields>(stored: T) {
  return { base: stored, typed: stored, overtaken: [] }
}
