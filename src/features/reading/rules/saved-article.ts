import { SERVER_FUNCTION_PREFIX } from '#kernel/paths.ts'
import { isUuid } from '#kernel/uuid.ts'

/** `data` is the path of the article's data. */
export type SavedArticle = { id: string; title: string; data: string }

/** Newest first; undefined if invalid. */
export function parseSavedArticles(message: unknown): SavedArticle[] | undefined {
  return Array.isArray(message) && message.every(isSavedArticle) ? message : undefined
}

function isSavedArticle(value: unknown): value is SavedArticle {
  if (typeof value !== 'object' || value === null) return false
  const { id, title, data } = value as Partial<Record<keyof SavedArticle, unknown>>
  const isText = typeof id === 'string' && typeof title === 'string' && typeof data === 'string'
  return isText && isUuid(id) && data.startsWith(SERVER_FUNCTION_PREFIX)
}
