import type * as z from 'zod'
import { PLEASE_LOG_IN } from '#features/access/rules/access.ts'
import { db } from '#platform/database/db.server.ts'
import { readFields } from '#platform/http/read-fields.server.ts'
import { errorResponse, jsonResponse, tooManyAttemptsResponse } from '../rules/auth-responses.ts'
import { auth } from './auth.server.ts'
import { readSession, type Session } from './current-session.server.ts'
import { isPasswordPath, takePasswordTurn } from './password-turns.server.ts'
import {
  type Attempt,
  clientNetworkOf,
  consumeAttempt,
  type RateLimit,
  refundAttempt,
  resetAttempts,
} from './rate-limit.server.ts'

export type AuthRoute = (request: Request) => Promise<Response>

const MAX_BODY_BYTES = 8 * 1024
export const FAILED_ATTEMPT_LIMIT: RateLimit = { attempts: 10, seconds: 15 * 60 }

/** @param limit per client network; better-auth limits its own routes */
export function postRoute<T extends object>(
  schema: z.ZodType<T>,
  handle: (request: Request, fields: T) => Promise<Response>,
  limit?: RateLimit,
): AuthRoute {
  return async (request) => {
    const read = await readFields(request, MAX_BODY_BYTES)
    if (read.kind === 'refused') return errorResponse(read.status, read.reason)
    const parsed = await schema.safeParseAsync(read.fields)
    if (!parsed.success) return validationErrorResponse(parsed.error)
    const { data } = parsed
    const { pathname } = new URL(request.url)
    const respond = async () => {
      const attempt = { action: pathname, subject: clientNetworkOf(request) }
      const retryAfter = limit ? await consumeAttempt(db(), attempt, limit) : null
      return retryAfter ? tooManyAttemptsResponse(retryAfter) : handle(request, data)
    }
    return isPasswordPath(pathname) ? takePasswordTurn(request, emailOf(data), respond) : respond()
  }
}

function emailOf(fields: object): string | undefined {
  return 'email' in fields && typeof fields.email === 'string' ? fields.email : undefined
}

/** Responds with status 401 without a session. */
export async function withSession(
  request: Request,
  handle: (session: Session) => Promise<Response>,
): Promise<Response> {
  const session = await readSession(request.headers)
  return session ? handle(session) : errorResponse(401, PLEASE_LOG_IN)
}

/**
 * Only wrong guesses count.
 *
 * @param options.resets whether a success resets the count
 */
export async function limitFailedAttempts(
  attempt: Attempt,
  verify: () => Promise<Response>,
  { limit = FAILED_ATTEMPT_LIMIT, resets = true }: { limit?: RateLimit; resets?: boolean } = {},
): Promise<Response> {
  const retryAfter = await consumeAttempt(db(), attempt, limit)
  if (retryAfter) return tooManyAttemptsResponse(retryAfter)
  const response = await verify().catch(async (error) => {
    await refundAttempt(db(), attempt)
    throw error
  })
  if (response.ok && resets) await resetAttempts(db(), attempt)
  else if (response.ok || [403, 429, 503].includes(response.status)) await refundAttempt(db(), attempt)
  return response
}

function validationErrorResponse({ issues: [issue] }: z.ZodError): Response {
  const error = { code: 'INVALID', field: issue?.path.join('.') ?? '', message: issue?.message ?? '' }
  return jsonResponse(error, 400)
}

/** Scripts must not read session tokens. */
const SECRET_FIELDS = new Set(['token'])

/** @param options.extend adds fields to a successful response */
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
