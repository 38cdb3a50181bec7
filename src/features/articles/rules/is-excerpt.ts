/** Shorter texts are summaries: about 100 words. */
const MIN_STORY_CHARACTERS = 600

/** Whether a text is probably the beginning or the summary of a longer one. */
export function isExcerpt(text: string): boolean {
  return text.length < MIN_STORY_CHARACTERS || /(?:…|\.\.\.)[\])]?$/.test(text)
}
