/** A form over something that others may change as well: what it began from, and what it says now. */
export type OpenForm<T> = { base: T; typed: T }

/** The fields in which a form says something else than what it began from. */
export function changedFields<T extends object>({ base, typed }: OpenForm<T>): (keyof T)[] {
  return (Object.keys(typed) as (keyof T)[]).filter((name) => typed[name] !== base[name])
}

/**
 * What becomes of a form when what is stored changes under it: fields that nobody has touched follow, the others keep what
 * was typed. `overtaken` are those of them whose stored value became something else meanwhile: saving would overwrite it.
 */
export function followStored<T extends object>(
  form: OpenForm<T>,
  stored: T,
): OpenForm<T> & { overtaken: (keyof T)[] } {
  const touched = changedFields(form)
  const kept = Object.fromEntries(touched.map((name) => [name, form.typed[name]])) as Partial<T>
  const overtaken = touched.filter(
    (name) => stored[name] !== form.base[name] && stored[name] !== form.typed[name],
  )
  return { base: stored, typed: { ...stored, ...kept }, overtaken }
}
