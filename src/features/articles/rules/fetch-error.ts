import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** Spec §8. */
export const FETCH_ERROR = 'Failed to fetch articles'

export const ARTICLE_FETCH_ERROR = 'Failed to fetch article'

export function fetchErrorMessage(error: unknown): string {
  return failureText(error, phrase('Failed to fetch articles'))
}

export function articlesErrorMessage(error: unknown): string {
  return phrase('Error loading articles: {reason}', { reason: fetchErrorMessage(error) })
}
