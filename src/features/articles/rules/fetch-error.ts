import { failureText } from '#kernel/failure-text.ts'

/** Spec §8. */
export const FETCH_ERROR = 'Failed to fetch articles'

export const ARTICLE_FETCH_ERROR = 'Failed to fetch article'

export function fetchErrorMessage(error: unknown): string {
  return failureText(error, FETCH_ERROR)
}
