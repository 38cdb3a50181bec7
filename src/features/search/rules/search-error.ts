import { fetchErrorMessage } from '#features/articles/rules/fetch-error.ts'
import { phrase } from '#kernel/text/phrase.ts'

export const SEARCH_BUSY = 'Too many readers are searching at once. Please try again in a moment.'

export function searchErrorMessage(error: unknown): string {
  return error instanceof Error && error.message === SEARCH_BUSY
    ? phrase('Too many readers are searching at once. Please try again in a moment.')
    : fetchErrorMessage(error)
}
