import { parseEntries } from './bookmark-entries.ts'

/**
 * Where somebody stopped reading an article: the number of the paragraph, from 0, and how it begins, since paragraphs may be
 * added above it.
 */
export type ReadingPosition = { id: string; paragraph: number; start: string }

export const MAX_POSITIONS = 50

const START_LENGTH = 40

/** Readers who stop earlier begin again. */
const MIN_PARAGRAPH = 3

/** Newest first. Skips invalid entries. */
export function parsePositions(stored: string): ReadingPosition[] {
  return parseEntries(stored)
    .slice(0, MAX_POSITIONS)
    .flatMap((entry) => {
      const { id, paragraph, start } = entry ?? {}
      if (typeof id !== 'string' || typeof paragraph !== 'number' || typeof start !== 'string') return []
      return [{ id, paragraph, start }]
    })
}

/** Replaces the earlier position in the article, unless the reader is still at its beginning. */
export function rememberPosition(
  positions: readonly ReadingPosition[],
  { id, paragraph, text }: { id: string; paragraph: number; text: string },
): readonly ReadingPosition[] {
  if (paragraph < MIN_PARAGRAPH) return positions
  return [{ id, paragraph, start: startOf(text) }, ...forgetPosition(positions, id)].slice(0, MAX_POSITIONS)
}

export function forgetPosition(positions: readonly ReadingPosition[], id: string): ReadingPosition[] {
  return positions.filter((position) => position.id !== id)
}

/**
 * Returns the number of the paragraph: of those that begin in the same way, the nearest to the stored number.
 *
 * @param texts of the paragraphs
 * @returns undefined if the paragraph is no longer part of the text
 */
export function findParagraph(
  { paragraph, start }: ReadingPosition,
  texts: readonly string[],
): number | undefined {
  const distance = (index: number) => Math.abs(index - paragraph)
  return texts
    .flatMap((text, index) => (startOf(text) === start ? [index] : []))
    .toSorted((a, b) => distance(a) - distance(b))[0]
}

function startOf(text: string): string {
  return text.trim().slice(0, START_LENGTH)
}
