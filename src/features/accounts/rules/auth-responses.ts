export function jsonResponse(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

export function errorResponse(status: number, message: string, code?: string): Response {
  return jsonResponse(code ? { code, message } : { message }, status)
}

/** @param retryAfter in seconds */
export function tooManyAttemptsResponse(retryAfter: number): Response {
  const minutes = Math.ceil(retryAfter / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  const message = `Too many attempts. Please try again in ${wait}.`
  return jsonResponse({ code: 'TOO_MANY_ATTEMPTS', message }, 429, { 'retry-after': String(retryAfter) })
}
