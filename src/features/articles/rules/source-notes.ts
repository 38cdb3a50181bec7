import { phraseHtml } from '#kernel/text/phrase-html.ts'
import { escapeHtml } from '#kernel/text/text.ts'

/** About 100 words. */
const MIN_FULL_TEXT_CHARACTERS = 600

/** Probably the beginning or summary of a longer text. */
export function isExcerpt(text: string): boolean {
  return text.length < MIN_FULL_TEXT_CHARACTERS || /(?:…|\.\.\.)[\])]?$/.test(text)
}

/** Writes the link to the full text of an excerpt, below it. Part of the body, to keep readers' scripts small. */
export function writeFullStoryLink({ url, name }: { url: string; name: string }): string {
  const text = phraseHtml('Read the full story at {source}', { source: `<bdi>${escapeHtml(name)}</bdi>` })
  return `<p class="font-semibold print:hidden"><a href="${escapeHtml(url)}" target="_blank" rel="noopener">${text}</a></p>`
}

/** Writes the note below an article whose feed gives no date. Part of the body, as above. */
export function writeEstimatedDate(): string {
  const text = phraseHtml('The source gives no date for this article. Its time is an estimate.')
  return `<p class="text-13 text-muted">${text}</p>`
}
