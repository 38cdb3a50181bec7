export type Match = { from: number; to: number }

/** Further matches are not shown. */
export const MAX_MATCHES = 1_000

const WORD = /[\p{L}\p{N}_]/u

/** Straight and curly marks match each other: most are typed straight and become curly. */
const MARKS = new Map([
  ['‘', "'"],
  ['’', "'"],
  ['“', '"'],
  ['”', '"'],
  ['\u00A0', ' '],
])

/**
 * Finds a text, from left to right without overlaps.
 *
 * @param limit of the number of matches
 * @returns offsets in UTF-16 units
 */
export function findMatches(
  text: string,
  query: string,
  { isCaseSensitive = false, isWholeWord = false } = {},
  limit = MAX_MATCHES,
): Match[] {
  if (query === '') return []
  const [searched, wanted] = [text, query].map((part) => fold(part, isCaseSensitive))
  if (searched === undefined || wanted === undefined) return []
  const matches: Match[] = []
  let at = searched.indexOf(wanted)
  while (at >= 0 && matches.length < limit) {
    const to = at + wanted.length
    const isMatch = !isWholeWord || (isBoundary(text, at) && isBoundary(text, to))
    if (isMatch) matches.push({ from: at, to })
    at = searched.indexOf(wanted, isMatch ? to : at + 1)
  }
  return matches
}

/** Keeps the length, so that positions in the result are positions in the text. */
function fold(text: string, isCaseSensitive: boolean): string {
  return text.replace(/./gsu, (character) => {
    const mark = MARKS.get(character) ?? character
    const lower = isCaseSensitive ? mark : mark.toLowerCase()
    return lower.length === character.length ? lower : character
  })
}

function isBoundary(text: string, offset: number): boolean {
  const [before, after] = [text[offset - 1], text[offset]]
  return !(before && after && WORD.test(before) && WORD.test(after))
}
