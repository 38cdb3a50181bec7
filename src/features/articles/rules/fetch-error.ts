import { failureText } from '#kernel/failure-text.ts'
import { phrase } from '#kernel/text/phrase.ts'

/** Spec §8. */
export const articlesFailure = () => phrase('Failed to fetch articles')

export function fetchErrorMessage(error: unknown): string {
  return failureText(error, articlesFailure())
}

export function articlesErrorMessage(error: unknown): string {
  return phrase('Error loading articles: {reason}', { reason: fetchErrorMessage(error) })
}
