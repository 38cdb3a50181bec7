/** Spec §8. */
export const FETCH_FAILURE = 'Failed to fetch articles'

/**
 * What is said of a failed fetch of articles: its message, or that of the error catalogue (spec §8). An answer of something
 * in between, such as a proxy's error page, comes as a message too, and is not for readers.
 */
export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message.trim() : ''
  return message !== '' && message.length <= 200 && !/[<>{}\n]/.test(message) ? message : FETCH_FAILURE
}
