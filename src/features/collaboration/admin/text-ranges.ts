import type { Transaction } from '@tiptap/pm/state'
import { type Mapping, ReplaceStep } from '@tiptap/pm/transform'

export type TextRange = { from: number; to: number }

/** Returns the ranges that a transaction has inserted, in the document after it. */
export function insertedRanges({ steps, mapping }: Pick<Transaction, 'steps' | 'mapping'>): TextRange[] {
  return steps.flatMap((step, index) => {
    if (!(step instanceof ReplaceStep) || step.slice.size === 0) return []
    const rest = mapping.slice(index + 1)
    return [{ from: rest.map(step.from, -1), to: rest.map(step.from + step.slice.size, 1) }]
  })
}

/** Maps a range. Text inserted at its ends is outside of it. @returns null if the range was deleted */
export function mapRange<Range extends TextRange>(range: Range, mapping: Mapping): Range | null {
  const [from, to] = [mapping.map(range.from, 1), mapping.map(range.to, -1)]
  return from < to ? { ...range, from, to } : null
}
