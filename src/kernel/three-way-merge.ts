/** `base` are the loaded values, `typed` the current ones. */
export type FormState<T> = { base: T; typed: T }

export function changedFields<T extends object>({ base, typed }: FormState<T>): (keyof T & string)[] {
  return (Object.keys(typed) as (keyof T & string)[]).filter((name) => typed[name] !== base[name])
}

/** `conflicts` changed on both sides. */
export function mergeThreeWay<T extends object>(
  form: FormState<T>,
  stored: T,
): { values: T; conflicts: (keyof T & string)[] } {
  const changed = changedFields(form)
  const typed = Object.fromEntries(changed.map((name) => [name, form.typed[name]])) as Partial<T>
  const conflicts = changed.filter(
    (name) => stored[name] !== form.base[name] && stored[name] !== form.typed[name],
  )
  return { values: { ...stored, ...typed }, conflicts }
}
