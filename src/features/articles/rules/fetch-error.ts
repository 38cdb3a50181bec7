/** Spec section 8. */
export const FETCH_ERROR = 'Failed to fetch articles'

/** Replaces long or technical messages, such as a proxy's error page. */
export function fetchErrorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message.trim() : ''
  return message !== '' && message.length <= 200 && !/[<>{}\n]/.test(message) ? message : FETCH_ERROR
}
