import { db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { errorResponse } from '../rules/auth-responses.ts'
import { auth } from './auth.server.ts'
import { limitFailedAttempts } from './auth-route.server.ts'
import { recordAccountChange } from './change-credentials.server.ts'
import { readPendingSignIn, readSession, readStartedSession } from './current-session.server.ts'
import { createDeviceCookie, readKnownDevice } from './device-cookie.server.ts'
import { forwardToAuth } from './forward-to-auth.server.ts'
import { consumeAttempt, type RateLimit } from './rate-limit.server.ts'
import { endSession, endSessions } from './sessions.server.ts'

/** Codes are valid in three windows of 30 seconds and accepted once (RFC 6238 §5.2). */
const CODE_USE: RateLimit = { attempts: 1, seconds: 90 }
const CODE_ALREADY_USED = 'This code has already been used. Please sign in again with the next one.'

/** Limits attempts by email address; better-auth limits them by client address. */
export async function signIn(
  request: Request,
  fields: { email: string; password: string },
): Promise<Response> {
  const device = readKnownDevice(request.headers.get('cookie'), fields.email, await cookieSecret())
  const attempt = device
    ? { action: 'sign-in by device', subject: device }
    : { action: 'sign-in', subject: fields.email }
  const response = await limitFailedAttempts(attempt, () => forwardToAuth(request, { body: fields }))
  return response.ok ? rememberDevice(response, request, fields.email) : response
}

export async function rememberDevice(response: Response, request: Request, email: string): Promise<Response> {
  const secret = await cookieSecret()
  if (readKnownDevice(request.headers.get('cookie'), email, secret)) return response
  const isSecure = siteOrigin().startsWith('https:')
  response.headers.append('set-cookie', createDeviceCookie(email, secret, { isSecure }))
  return response
}

/** Verifies the second step of a sign-in or, with a session, of the setup. */
export async function verifyTwoFactorCode(request: Request, body: { code: string }): Promise<Response> {
  const session = await readSession(request.headers)
  if (!session) return finishSignIn(request, body)
  const response = await forwardToAuth(request, { body })
  if (!response.ok || session.hasTwoFactor) return response
  const renewed = await readStartedSession(response)
  if (renewed) {
    await endSessions(db(), renewed.account.id, { except: renewed.id })
    await recordAccountChange(renewed.account, 'second-factor.enable')
  }
  return response
}

async function finishSignIn(request: Request, body: { code: string }): Promise<Response> {
  const verify = () => forwardToAuth(request, { body })
  const userId = await readPendingSignIn(request.headers)
  // better-auth counts after the check, so concurrent attempts would not be limited.
  const response = userId
    ? await limitFailedAttempts({ action: 'second step', subject: userId }, verify)
    : await verify()
  const started = response.ok ? await readStartedSession(response) : null
  if (!started) return response
  const use = { action: 'code', subject: `${started.account.id} ${body.code}` }
  if ((await consumeAttempt(db(), use, CODE_USE)) === null) return response
  await endSession(db(), { userId: started.account.id, sessionId: started.id })
  return errorResponse(401, CODE_ALREADY_USED)
}

async function cookieSecret(): Promise<string> {
  const { $context } = await auth()
  return (await $context).secret
}
