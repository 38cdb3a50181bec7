/** Nothing about an account is to be kept by whoever passes it on. */
const NOT_KEPT = { 'cache-control': 'no-store' }

export function told(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...NOT_KEPT, ...headers } })
}

export function refused(status: number, message: string, code?: string): Response {
  return told(code ? { code, message } : { message }, status)
}

/** @param seconds until it may succeed again */
export function tooMany(seconds: number): Response {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  const message = `Too many attempts. Please try again in ${wait}.`
  return told({ code: 'TOO_MANY_ATTEMPTS', message }, 429, { 'retry-after': String(seconds) })
}
