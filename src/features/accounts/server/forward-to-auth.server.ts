import { jsonResponse } from '../rules/auth-responses.ts'
import { auth } from './auth.server.ts'

/** Scripts must not read session tokens. */
const SECRET_FIELDS = new Set(['token'])

/**
 * Sends better-auth the request with a new body.
 *
 * @param options.extend adds fields to a successful response
 */
export async function forwardToAuth(
  request: Request,
  { body, extend }: { body?: object; extend?: (data: Record<string, unknown>) => object } = {},
): Promise<Response> {
  const { ok, status, headers, data } = await callAuth(request, body)
  const retryAfter = headers.get('x-retry-after')
  if (status === 429 && retryAfter) headers.set('retry-after', retryAfter)
  headers.set('cache-control', 'no-store')
  headers.delete('content-length')
  if (!isRecord(data)) return Response.json(data, { status, headers })
  const visible = omitSecrets(data)
  return Response.json(ok && extend ? { ...visible, ...extend(visible) } : visible, { status, headers })
}

export async function relayToAuth(request: Request, maxAgeSeconds = 0): Promise<Response> {
  const { ok, status, data } = await callAuth(request)
  if (!ok) return jsonResponse(data ?? {}, status)
  const cacheControl = maxAgeSeconds ? `public, max-age=${maxAgeSeconds}` : 'no-store'
  return Response.json(data, { headers: { 'cache-control': cacheControl } })
}

async function callAuth(request: Request, body?: object) {
  const { origin, pathname } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  if (body) headers.set('content-type', 'application/json')
  const { handler } = await auth()
  const { method } = request
  const response = await handler(
    new Request(origin + pathname, { method, headers, body: body && JSON.stringify(body) }),
  )
  const data: object | null = await response.json().catch(() => null)
  return { ok: response.ok, status: response.status, headers: new Headers(response.headers), data }
}

function omitSecrets(record: Record<string, unknown>): Record<string, unknown> {
  const visible = Object.entries(record).filter(([name]) => !SECRET_FIELDS.has(name))
  return Object.fromEntries(
    visible.map(([name, value]) => [name, isRecord(value) ? omitSecrets(value) : value]),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
