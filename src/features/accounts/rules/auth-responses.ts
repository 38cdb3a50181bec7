import { phrase, plural } from '#kernel/text/phrase.ts'

export function jsonResponse(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

export function errorResponse(status: number, message: string, code?: string): Response {
  return jsonResponse(code ? { code, message } : { message }, status)
}

/** @param retryAfter in seconds */
export function tooManyAttemptsResponse(retryAfter: number): Response {
  const message = phrase('Too many attempts. Please try again in {wait}.', { wait: formatWait(retryAfter) })
  return jsonResponse({ code: 'TOO_MANY_ATTEMPTS', message }, 429, { 'retry-after': String(retryAfter) })
}

/** "a minute" or "12 minutes" */
export function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return plural(minutes, 'a minute', '{count} minutes')
}
