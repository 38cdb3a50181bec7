/** Spec section 8. */
export const FETCH_ERROR = 'Failed to fetch articles'

/** The message to show for a failed fetch of articles. Long or technical ones, such as a proxy's error page, are replaced. */
export function fetchErrorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message.trim() : ''
  return message !== '' && message.length <= 200 && !/[<>{}\n]/.test(message) ? message : FETCH_ERROR
}
