import { accountsUnavailable } from '#features/access/rules/access.ts'
import { isCrossSite } from '#platform/http/request-headers.server.ts'
import { TooBusyError } from '#platform/http/with-user-message.server.ts'
import { log } from '#platform/process/log.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { errorResponse, jsonResponse } from '../rules/auth-responses.ts'
import { WeakPasswordError } from '../rules/password-policy.ts'
import { AUTH_ROUTES } from './auth-routes.server.ts'

const BASE_PATH = '/api/auth/'
const LOGIN_PATH = '/admin/login'

/** Spec §7, Auth. */
export async function handleAuth({ request }: { request: Request }): Promise<Response> {
  const { pathname } = new URL(request.url)
  const route = AUTH_ROUTES.get(`${request.method} ${pathname.replace(BASE_PATH, '')}`)
  if (!route) return errorResponse(404, 'Not found.')
  if (request.method !== 'GET' && isCrossSite(request.headers, siteOrigin()))
    return errorResponse(403, 'Cross-site requests are not allowed.')
  try {
    return await route(request)
  } catch (error) {
    if (error instanceof WeakPasswordError)
      return jsonResponse({ code: 'INVALID', field: error.field, message: error.message }, 400)
    if (error instanceof TooBusyError)
      return jsonResponse({ code: 'BUSY', message: error.message }, 503, { 'retry-after': '5' })
    // The client left while it waited for its turn.
    if (request.signal.aborted) return errorResponse(503, accountsUnavailable())
    log().warn({ err: causeOf(error as Error) }, 'Accounts are unavailable')
    return jsonResponse({ message: accountsUnavailable() }, 503, { 'retry-after': '10' })
  }
}

/** Drizzle's message contains the query's parameters. */
function causeOf(error: Error): unknown {
  return error.cause ?? error
}

/** Handles the login form without JavaScript. */
export async function handleLoginForm({ request }: { request: Request }): Promise<Response> {
  const signInUrl = new URL(`${BASE_PATH}sign-in/email`, request.url)
  const response = await handleAuth({ request: new Request(signInUrl, request) })
  const headers = new Headers({ location: LOGIN_PATH, 'cache-control': 'no-store' })
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
