import { isCrossSite } from '#platform/http/request-headers.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { ACCESS_DENIED, type Account, checkAccess } from '../rules/access.ts'
import { errorResponse } from '../rules/auth-responses.ts'
import type { Capability } from '../rules/capabilities.ts'
import { readAccount } from './current-session.server.ts'
import { recordSecurityEvent } from './security-events.server.ts'

/**
 * Also checks the origin, which the framework does for server functions only.
 *
 * @returns the account, or the error response
 */
export async function authoriseRequest(
  request: Request,
  capability: Capability,
): Promise<Account | Response> {
  if (request.method !== 'GET' && isCrossSite(request.headers, siteOrigin()))
    return errorResponse(403, ACCESS_DENIED)
  const account = await readAccount(request.headers)
  const error = checkAccess(account, capability)
  if (!error) return account as Account
  if (account) await recordSecurityEvent(request, 'access.deny', account)
  return errorResponse(error.status, error.message)
}
