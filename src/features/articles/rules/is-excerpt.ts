/** About 100 words. */
const MIN_FULL_TEXT_CHARACTERS = 600

/** Probably the beginning or summary of a longer text. */
export function isExcerpt(text: string): boolean {
  return text.length < MIN_FULL_TEXT_CHARACTERS || /(?:…|\.\.\.)[\])]?$/.test(text)
}
