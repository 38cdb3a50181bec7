import { SERVER_FUNCTION_PREFIX } from '#kernel/paths.ts'
import { isUuid } from '#kernel/uuid.ts'

/** An article in a message to the worker; `data` is the path that the app loads its data from. */
export type SavedArticle = { id: string; title: string; data: string }

/** Parses a message to the worker: the Reading List, newest first. Undefined for anything else. */
export function parseSavedArticles(message: unknown): SavedArticle[] | undefined {
  return Array.isArray(message) && message.every(isSavedArticle) ? message : undefined
}

function isSavedArticle(value: unknown): value is SavedArticle {
  if (typeof value !== 'object' || value === null) return false
  const { id, title, data } = value as Partial<Record<keyof SavedArticle, unknown>>
  const isText = typeof id === 'string' && typeof title === 'string' && typeof data === 'string'
  return isText && isUuid(id) && data.startsWith(SERVER_FUNCTION_PREFIX)
}
