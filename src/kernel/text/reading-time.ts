import { phrase } from '#kernel/text/phrase.ts'

const WORDS_PER_MINUTE = 200

export function countWords(html: string): number {
  return html.replace(/<[^<>]*>/g, ' ').match(/\S+/g)?.length ?? 0
}

/** Assumes 200 words a minute; at least 1 (spec §9). */
export function readingMinutes(html: string): number {
  return Math.max(1, Math.ceil(countWords(html) / WORDS_PER_MINUTE))
}

/** Spec §9. */
export function readingTimeLabel(minutes: number): string {
  return phrase('{count} min read', { count: minutes })
}
