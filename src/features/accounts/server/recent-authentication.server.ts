import { eq, sql } from 'drizzle-orm'
import { db } from '#platform/database/db.server.ts'
import { sessions } from '#schema/accounts.ts'
import { errorResponse, jsonResponse } from '../rules/auth-responses.ts'
import { CONFIRM_IDENTITY, isRecentlyAuthenticated } from '../rules/recent-authentication.ts'
import { limitFailedAttempts, withSession } from './auth-route.server.ts'
import type { Session } from './current-session.server.ts'
import { isPasswordOf } from './set-password.server.ts'
import { recordRejectedSignIn } from './sign-in.server.ts'

/** Status 403 if the last proof of identity is too old. */
export function withRecentSession(
  request: Request,
  handle: (session: Session) => Promise<Response>,
): Promise<Response> {
  return withSession(request, async (session) =>
    isRecentlyAuthenticated(session.authenticatedAt, new Date())
      ? handle(session)
      : errorResponse(403, CONFIRM_IDENTITY, 'CONFIRM_IDENTITY'),
  )
}

/** A passkey starts a new session instead. */
export function confirmIdentity(request: Request, { password }: { password: string }): Promise<Response> {
  return withSession(request, async ({ id, account }) => {
    const attempt = { action: 'password', subject: account.id }
    const response = await limitFailedAttempts(attempt, async () => {
      if (!(await isPasswordOf(db(), account.id, password))) return errorResponse(400, 'Invalid password')
      await db().update(sessions).set({ authenticatedAt: sql`now()` }).where(eq(sessions.id, id))
      return jsonResponse({ confirmed: true })
    })
    if (!response.ok) await recordRejectedSignIn(request, response, account)
    return response
  })
}
