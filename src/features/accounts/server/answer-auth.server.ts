import { isCrossSite } from '#platform/http/is-cross-site.ts'
import { log } from '#platform/log.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { refused, told } from '../rules/auth-answers.ts'
import { ACCOUNTS_AWAY } from '../rules/refusals.ts'
import { AUTH_CALLS } from './auth-calls.server.ts'

const BASE = '/api/auth/'

/** `/api/auth/…`: accounts, signing in and out, and the session of who asks (spec §7, Auth). */
export async function answerAuth({ request }: { request: Request }): Promise<Response> {
  const { pathname } = new URL(request.url)
  const call = AUTH_CALLS.get(`${request.method} ${pathname.replace(BASE, '')}`)
  if (!call) return refused(404, 'There is no such call.')
  if (request.method !== 'GET' && isCrossSite(request.headers, siteOrigin()))
    return refused(403, 'Please do that on our own pages.')
  try {
    return await call.answer(request)
  } catch (error) {
    log().warn({ err: causeOf(error as Error) }, 'Accounts cannot be reached')
    return told({ message: ACCOUNTS_AWAY }, 503, { 'retry-after': '10' })
  }
}

/** A failed query's own message would show the values that it was to store; PostgreSQL's does not. */
function causeOf(error: Error): unknown {
  return error.cause ?? error
}
