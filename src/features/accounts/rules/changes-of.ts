import type { Changes } from '#schema/audit.ts'

/** A body may be a megabyte; what it began with says which it was. */
const LONGEST_TEXT = 500

/** The fields in which two states of a thing differ, as the audit log keeps them: long texts are cut. */
export function changesOf<T extends object>(before: Partial<T>, after: Partial<T>): Changes {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof T & string>
  return Object.fromEntries(
    [...names]
      .map((name) => [name, plain(before[name]), plain(after[name])] as const)
      .filter(([, from, to]) => JSON.stringify(from) !== JSON.stringify(to))
      .map(([name, from, to]) => [name, { from: cut(from), to: cut(to) }]),
  )
}

function plain(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null)
}

function cut(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= LONGEST_TEXT) return value
  return `${value.slice(0, LONGEST_TEXT)}… (${value.length.toLocaleString('en-GB')} characters)`
}
