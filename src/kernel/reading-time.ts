/** Spec §9: 200 words a minute. */
const WORDS_PER_MINUTE = 200

/** Minutes to read `html` or plain text, rounded up, at least 1 (spec §9). */
export function readingMinutes(html: string): number {
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
  return Math.max(1, Math.ceil(words / WORDS_PER_MINUTE))
}

/** "1 min read" or "{n} min read" (spec §9). */
export function readingTimeLabel(minutes: number): string {
  return `${minutes} min read`
}
