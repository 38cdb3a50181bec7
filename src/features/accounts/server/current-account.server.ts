import { isCrossSite } from '#platform/http/is-cross-site.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { ACCESS_DENIED, PLEASE_LOG_IN } from '../rules/refusals.ts'
import { auth } from './auth.server.ts'

/** Who asks. */
export type Account = { id: string; email: string; fullName: string; role: 'admin' | 'user' }

/**
 * The account whose session the headers carry, or null. Neither the session nor the role is taken from the cookie, so a
 * sign-out and a demotion act at once.
 */
export async function currentAccount(headers: Headers): Promise<Account | null> {
  const { api } = await auth()
  const session = await api.getSession({ headers, query: { disableRefresh: true } })
  if (!session || session.user.banned) return null
  const { id, email, name, role } = session.user
  return { id, email, fullName: name, role: role === 'admin' ? 'admin' : 'user' }
}

/** Why `role` is not given to somebody: the status (RFC 9110 §15.5) and the words; undefined where it is. */
export function refusalOf(
  account: Account | null,
  role: Account['role'],
): { status: 401 | 403; message: string } | undefined {
  if (!account) return { status: 401, message: PLEASE_LOG_IN }
  if (role === 'admin' && account.role !== 'admin') return { status: 403, message: ACCESS_DENIED }
  return undefined
}

/**
 * For server routes that only administrators may use, which the framework's own check of a call's origin does not cover.
 *
 * @returns the administrator who asks, or the answer that refuses
 */
export async function requireAdministrator(request: Request): Promise<Account | Response> {
  if (request.method !== 'GET' && isCrossSite(request.headers, siteOrigin()))
    return refuse(403, ACCESS_DENIED)
  const account = await currentAccount(request.headers)
  const refusal = refusalOf(account, 'admin')
  if (refusal) return refuse(refusal.status, refusal.message)
  return account as Account
}

function refuse(status: number, message: string): Response {
  return Response.json({ message }, { status, headers: { 'cache-control': 'no-store' } })
}
