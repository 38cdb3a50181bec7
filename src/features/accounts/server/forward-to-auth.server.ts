import { told } from '../rules/auth-answers.ts'
import { auth } from './auth.server.ts'

/** What the client's script has no use for: a key to the session, which its cookie keeps out of reach of scripts. */
const KEYS = new Set(['token'])

/**
 * Has better-auth answer a call, with `body` and nothing else of what was sent but its headers. The answer is told on without
 * keys, and with `more` where it succeeded.
 */
export async function forwardToAuth(
  request: Request,
  { body, more }: { body?: object; more?: (answer: Record<string, unknown>) => object } = {},
): Promise<Response> {
  const answer = await askAuth(request, body)
  const read: unknown = await answer.json().catch(() => null)
  const seconds = answer.headers.get('x-retry-after')
  if (answer.status === 429 && seconds) answer.headers.set('retry-after', seconds)
  answer.headers.set('cache-control', 'no-store')
  const { status, headers } = answer
  headers.delete('content-length')
  if (!isRecord(read)) return Response.json(read, { status, headers })
  const plain = withoutKeys(read)
  return Response.json(answer.ok && more ? { ...plain, ...more(plain) } : plain, { status, headers })
}

/** As it is: for what is a token or a key that is asked for. */
export async function relayToAuth(request: Request, maxAgeSeconds = 0): Promise<Response> {
  const answer = await askAuth(request)
  const cacheControl = maxAgeSeconds ? `public, max-age=${maxAgeSeconds}` : 'no-store'
  if (!answer.ok) return told(await answer.json().catch(() => ({})), answer.status)
  return Response.json(await answer.json(), { headers: { 'cache-control': cacheControl } })
}

async function askAuth(request: Request, body?: object): Promise<Response> {
  const { origin, pathname } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  if (body) headers.set('content-type', 'application/json')
  const { handler } = await auth()
  const { method } = request
  const answer = await handler(
    new Request(origin + pathname, { method, headers, body: body && JSON.stringify(body) }),
  )
  return new Response(answer.body, { status: answer.status, headers: new Headers(answer.headers) })
}

function withoutKeys(record: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(record).filter(([name]) => !KEYS.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, isRecord(value) ? withoutKeys(value) : value]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
