import { eq, sql } from 'drizzle-orm'
import type { Account } from '#features/access/rules/access.ts'
import { CONFIRM_IDENTITY, isRecentlyAuthenticated } from '#features/access/rules/recent-authentication.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { sessions } from '#schema/accounts.ts'
import { newDeviceEmail } from '../rules/account-emails.ts'
import { errorResponse, jsonResponse } from '../rules/auth-responses.ts'
import { describeBrowser, formatIpAddress } from '../rules/describe-session.ts'
import { findAccount, findAccountById } from './administrators.server.ts'
import { forwardToAuth, limitFailedAttempts, withSession } from './auth-route.server.ts'
import { recordAccountChange } from './change-credentials.server.ts'
import { readPendingSignIn, readSession, readStartedSession, type Session } from './current-session.server.ts'
import { findKnownDevice, rememberDevice } from './device-cookie.server.ts'
import { limitSignIn } from './limit-sign-in.server.ts'
import { clientAddressOf, consumeAttempt, type RateLimit } from './rate-limit.server.ts'
import { recordSecurityEvent } from './security-events.server.ts'
import { queueEmail, siteHost, siteUrl } from './send-email.server.ts'
import { endSession, endSessions } from './sessions.server.ts'
import { isPasswordOf } from './set-password.server.ts'

/** Valid in three windows of 30 seconds, accepted once (RFC 6238 §5.2). */
const CODE_USE: RateLimit = { attempts: 1, seconds: 90 }
const codeAlreadyUsed = () =>
  phrase('This code has already been used. Please sign in again with the next one.')

export async function signIn(
  request: Request,
  fields: { email: string; password: string },
): Promise<Response> {
  const { email } = fields
  const response = await limitSignIn(request, email, () => forwardToAuth(request, { body: fields }))
  if (!response.ok) await recordRejectedSignIn(request, response, await findAccount(db(), email))
  // Null if a second step follows.
  const started = response.ok ? await readStartedSession(response) : null
  return started ? completeSignIn(request, response, started.account) : response
}

/** Signs in whoever has just created an account by a link in an email. Null if that is not possible at the moment. */
export async function signInNewAccount(
  request: Request,
  fields: { email: string; password: string },
): Promise<Response | null> {
  const url = new URL('sign-in/email', request.url)
  const { headers } = request
  const response = await forwardToAuth(new Request(url, { method: 'POST', headers }), { body: fields })
  const started = response.ok ? await readStartedSession(response) : null
  if (!started) return null
  await recordSecurityEvent(request, 'sign-in.succeed', started.account)
  return response
}

/** Notifies the owner if the browser is new. */
export async function completeSignIn(
  request: Request,
  response: Response,
  account: Account,
): Promise<Response> {
  const { email } = account
  await recordSecurityEvent(request, 'sign-in.succeed', account)
  if (!(await findKnownDevice(request, email))) notifyOfNewDevice(request, email)
  return rememberDevice(response, request, email)
}

export async function recordRejectedSignIn(
  request: Request,
  { status }: Response,
  account: Pick<Account, 'id' | 'email' | 'role'> | undefined,
): Promise<void> {
  if (status === 401 || status === 403) await recordSecurityEvent(request, 'sign-in.fail', account)
  else if (status === 429) await recordSecurityEvent(request, 'sign-in.lock', account)
}

function notifyOfNewDevice(request: Request, email: string): void {
  const browser = describeBrowser(request.headers.get('user-agent'))
  const address = formatIpAddress(clientAddressOf(request))
  const at = new Date()
  queueEmail(async () => ({
    to: email,
    ...newDeviceEmail({ host: siteHost(), link: siteUrl('/admin/forgot-password'), browser, address, at }),
  }))
}

/** Completes a sign-in or, with a session, the setup of two-factor authentication. */
export async function verifyTwoFactorCode(request: Request, body: { code: string }): Promise<Response> {
  const session = await readSession(request.headers)
  if (!session) return finishSignIn(request, body)
  const response = await forwardToAuth(request, { body })
  if (!response.ok || session.hasTwoFactor) return response
  const renewed = await readStartedSession(response)
  if (renewed) {
    await endSessions(db(), renewed.account.id, { except: renewed.id })
    await recordAccountChange(request, renewed.account, 'second-factor.enable')
  }
  return response
}

async function finishSignIn(request: Request, body: { code: string }): Promise<Response> {
  const verify = () => forwardToAuth(request, { body })
  const userId = await readPendingSignIn(request.headers)
  // better-auth counts after its check, too late for concurrent attempts.
  const response = userId
    ? await limitFailedAttempts({ action: 'second step', subject: userId }, verify)
    : await verify()
  if (!response.ok) {
    await recordRejectedSignIn(request, response, userId ? await findAccountById(db(), userId) : undefined)
    return response
  }
  const started = await readStartedSession(response)
  if (!started) return response
  const { account } = started
  const codeUse = { action: 'code', subject: `${account.id} ${body.code}` }
  if ((await consumeAttempt(db(), codeUse, CODE_USE)) === null)
    return completeSignIn(request, response, account)
  await endSession(db(), { userId: account.id, sessionId: started.id })
  await recordSecurityEvent(request, 'sign-in.fail', account)
  return errorResponse(401, codeAlreadyUsed())
}

/** Responds with status 403 if the identity was confirmed too long ago. */
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

/** Passkeys confirm it with a new session instead. */
export function confirmIdentity(request: Request, { password }: { password: string }): Promise<Response> {
  return withSession(request, async ({ id, account }) => {
    const attempt = { action: 'password', subject: account.id }
    const response = await limitFailedAttempts(attempt, async () => {
      if (!(await isPasswordOf(db(), account.id, password)))
        return errorResponse(400, phrase('Invalid password'))
      await db().update(sessions).set({ authenticatedAt: sql`now()` }).where(eq(sessions.id, id))
      return jsonResponse({ confirmed: true })
    })
    if (!response.ok) await recordRejectedSignIn(request, response, account)
    return response
  })
}
