import { foldLetters } from './text/text.ts'

type Named = { name: string }

/**
 * Returns the entries whose names contain all words of a text, in any case and without regard to accents. Names that begin with
 * the text come first.
 */
export function findByName<T extends Named>(entries: readonly T[], text: string): T[] {
  const folded = foldLetters(text.trim())
  const words = folded.split(/\s+/)
  const found = entries.flatMap((entry) => {
    const name = foldLetters(entry.name)
    return words.every((word) => name.includes(word)) ? [{ entry, isStart: name.startsWith(folded) }] : []
  })
  return found.sort((a, b) => Number(b.isStart) - Number(a.isStart)).map(({ entry }) => entry)
}

const MAX_SUGGESTIONS = 8

/** Returns the first entries of {@link findByName}, as many as a list of suggestions shows. */
export function suggestByName<T extends Named>(entries: readonly T[], typed: string): T[] {
  return findByName(entries, typed).slice(0, MAX_SUGGESTIONS)
}
