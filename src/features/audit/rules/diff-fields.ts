import { formatNumber } from '#kernel/format-count.ts'
import type { Changes } from '#schema/audit.ts'

const MAX_TEXT_LENGTH = 500

/** Truncates long texts. */
export function diffFields<T extends object>(before: Partial<T>, after: Partial<T>): Changes {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof T & string>
  return Object.fromEntries(
    [...names]
      .map((name) => [name, toPlainValue(before[name]), toPlainValue(after[name])] as const)
      .filter(([, from, to]) => JSON.stringify(from) !== JSON.stringify(to))
      .map(([name, from, to]) => [name, { from: truncate(from), to: truncate(to) }]),
  )
}

function toPlainValue(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : (value ?? null)
}

function truncate(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= MAX_TEXT_LENGTH) return value
  return `${value.slice(0, MAX_TEXT_LENGTH)}… (${formatNumber(value.length)} characters)`
}
