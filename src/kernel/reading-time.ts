const WORDS_PER_MINUTE = 200

/** Assumes 200 words a minute; at least 1 (spec §9). */
export function readingMinutes(html: string): number {
  const words = html
    .replace(/<[^<>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
  return Math.max(1, Math.ceil(words / WORDS_PER_MINUTE))
}

/** Spec §9. */
export function readingTimeLabel(minutes: number): string {
  return `${minutes} min read`
}
