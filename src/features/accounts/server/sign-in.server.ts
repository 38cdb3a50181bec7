import { db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { errorResponse } from '../rules/auth-responses.ts'
import { auth } from './auth.server.ts'
import { limitGuesses } from './auth-route.server.ts'
import { recordAccountChange } from './change-credentials.server.ts'
import { readPendingSignIn, readSession, readStartedSession } from './current-session.server.ts'
import { createDeviceCookie, readKnownDevice } from './device-cookie.server.ts'
import { forwardToAuth } from './forward-to-auth.server.ts'
import { consumeAttempt, type RateLimit } from './rate-limit.server.ts'
import { endSession, endSessions } from './sessions.server.ts'

/** A TOTP code is valid in its own 30 seconds and the adjacent ones, and is accepted once (RFC 6238 §5.2). */
const CODE_USE: RateLimit = { attempts: 1, seconds: 90 }
const CODE_ALREADY_USED = 'This code has already been used. Please sign in again with the next one.'

/**
 * Signs in with email and password. better-auth limits attempts by client address; here they are limited by email address, whether
 * or not it has an account.
 */
export async function signIn(
  request: Request,
  fields: { email: string; password: string },
): Promise<Response> {
  const device = readKnownDevice(request.headers.get('cookie'), fields.email, await cookieSecret())
  const attempt = device
    ? { action: 'sign-in by device', subject: device }
    : { action: 'sign-in', subject: fields.email }
  const response = await limitGuesses(attempt, () => forwardToAuth(request, { body: fields }))
  return response.ok ? rememberDevice(response, request, fields.email) : response
}

/** Sets the cookie that marks this browser as known to the account. */
export async function rememberDevice(response: Response, request: Request, email: string): Promise<Response> {
  const secret = await cookieSecret()
  if (readKnownDevice(request.headers.get('cookie'), email, secret)) return response
  const isSecure = siteOrigin().startsWith('https:')
  response.headers.append('set-cookie', createDeviceCookie(email, secret, { isSecure }))
  return response
}

/** Verifies a two-factor code: the second step of a sign-in or, with a session, the last step of the setup. */
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
  // Counted before the check: better-auth counts after it, and so accepts any number of concurrent attempts.
  const response = userId
    ? await limitGuesses({ action: 'second step', subject: userId }, verify)
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
