import { type Mapping, ReplaceAroundStep, ReplaceStep, type Step } from '@tiptap/pm/transform'

export type TextRange = { from: number; to: number }

type Changes = { steps: readonly Step[]; mapping: Mapping }

/** Returns the ranges that a transaction has inserted, in the document after it. */
export function insertedRanges({ steps, mapping }: Changes): TextRange[] {
  return steps.flatMap((step, index) => {
    const rest = mapping.slice(index + 1)
    return rangesOf(step).map(({ from, to }) => ({ from: rest.map(from, -1), to: rest.map(to, 1) }))
  })
}

function rangesOf(step: Step): TextRange[] {
  if (step instanceof ReplaceStep && step.slice.size > 0)
    return [{ from: step.from, to: step.from + step.slice.size }]
  if (!(step instanceof ReplaceAroundStep)) return []
  // A block that is moved past another one: that one is written again. Wrapping a block inserts no text.
  const { from, gapFrom, gapTo, slice, insert } = step
  const { content, openStart } = slice
  const middle = openStart + insert
  const gapEnd = from + insert + gapTo - gapFrom
  return [
    { from, to: from + insert, text: content.textBetween(0, middle) },
    { from: gapEnd, to: gapEnd + slice.size - insert, text: content.textBetween(middle, content.size) },
  ].filter(({ text }) => text !== '')
}

/** Maps a range. Text inserted at its ends is outside of it. @returns null if the range was deleted */
export function mapRange<Range extends TextRange>(range: Range, mapping: Mapping): Range | null {
  const [from, to] = [mapping.map(range.from, 1), mapping.map(range.to, -1)]
  return from < to ? { ...range, from, to } : null
}
