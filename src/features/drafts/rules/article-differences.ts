import { type Change, diffLines, diffWordsWithSpace } from 'diff'
import { phrase } from '#kernel/text/phrase.ts'

export function fieldText(value: string | boolean | null): string {
  return typeof value === 'boolean' ? (value ? phrase('On') : phrase('Off')) : (value ?? '')
}

/** In UTF-16 units; comparing words of longer texts is too slow. */
const MAX_WORD_DIFF_LENGTH = 20_000
const DIFF_TIMEOUT_MS = 500
/** Unchanged text before and after a change. */
const CONTEXT_LENGTH = 60

export type TextPart = Pick<Change, 'value' | 'added' | 'removed'>

/** Compares words; of long texts, first the paragraphs, then the words of changed ones. */
export function diffTexts(before: string, after: string): TextPart[] {
  if (before.length + after.length <= MAX_WORD_DIFF_LENGTH) return diffWords(before, after)
  const paragraphs = diffLines(before, after, { timeout: DIFF_TIMEOUT_MS }) ?? replace(before, after)
  return paragraphs.flatMap((part, index) => {
    const next = paragraphs[index + 1]
    const previous = paragraphs[index - 1]
    if (part.removed && next?.added)
      return part.value.length + next.value.length <= MAX_WORD_DIFF_LENGTH
        ? diffWords(part.value, next.value)
        : [part, next]
    return part.added && previous?.removed ? [] : [part]
  })
}

function diffWords(before: string, after: string): TextPart[] {
  return diffWordsWithSpace(before, after, { timeout: DIFF_TIMEOUT_MS }) ?? replace(before, after)
}

function replace(before: string, after: string): TextPart[] {
  return [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
}

/** Omits the middle of a long text, between words. */
export function shortenUnchanged(text: string): string {
  if (text.length <= 3 * CONTEXT_LENGTH) return text
  const [start, end] = [text.slice(0, CONTEXT_LENGTH + 1), text.slice(-CONTEXT_LENGTH - 1)]
  const lastSpace = Math.max(start.lastIndexOf(' '), start.lastIndexOf('\n'))
  const spaces = [end.indexOf(' '), end.indexOf('\n')].filter((index) => index >= 0)
  const first = lastSpace > 0 ? start.slice(0, lastSpace) : start.slice(0, -1)
  const last = spaces.length > 0 ? end.slice(Math.min(...spaces) + 1) : end.slice(1)
  return `${first} … ${last}`
}
