import * as z from 'zod'
import { id } from '#kernel/id.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { db } from '#platform/database/db.server.ts'
import { mailTransportKind } from '#platform/mail/mail.server.ts'
import {
  acceptInvitationForm,
  changePasswordForm,
  confirmPasswordForm,
  confirmSignUpForm,
  firstAdministratorForm,
  passkeyForm,
  requestPasswordResetForm,
  resetPasswordForm,
  signInForm,
  signUpForm,
  twoFactorCodeForm,
} from '../rules/account-forms.ts'
import { errorResponse, jsonResponse, tooManyAttemptsResponse } from '../rules/auth-responses.ts'
import { passwordErrors, validatePassword } from '../rules/password-policy.ts'
import { claimFirstAdministrator } from './administrators.server.ts'
import { type AuthRoute, forwardToAuth, postRoute, relayToAuth, withSession } from './auth-route.server.ts'
import { changePassword, confirmPassword, recordAccountChange } from './change-credentials.server.ts'
import { rememberDevice } from './device-cookie.server.ts'
import { acceptInvitation } from './invitations.server.ts'
import { type EmailDecision, limitEmails } from './limit-emails.server.ts'
import {
  deletePasskey,
  finishPasskeySignIn,
  finishRegistration,
  handleListPasskeys,
  startPasskeySignIn,
  startRegistration,
} from './passkeys.server.ts'
import type { RateLimit } from './rate-limit.server.ts'
import { endSession, endSessions, listSessions } from './sessions.server.ts'
import { resetPassword, sendResetLink } from './set-password.server.ts'
import {
  confirmIdentity,
  signIn,
  signInNewAccount,
  verifyTwoFactorCode,
  withRecentSession,
} from './sign-in.server.ts'
import { confirmSignUp, startSignUp } from './sign-up.server.ts'

const invalidLink = () => phrase('This link has been used or has expired. Please request a new one.')
const invalidInvitation = () =>
  phrase(
    'This invitation has been used, was revoked or has expired. Please ask an administrator of the site for a new one.',
  )
const knownAccount = () =>
  phrase(
    'This email address already has an account. Please sign in, and ask an administrator of the site to change your role.',
  )
const JWKS_MAX_AGE_SECONDS = 300
/** Each sign-up sends an email and stores a link for a day. */
const SIGN_UPS_IN_TOTAL: RateLimit = { attempts: 300, seconds: 3600 }
/** Per client network. */
const PER_ADDRESS: RateLimit = { attempts: 10, seconds: 600 }

const token = z.string().min(1).max(128)
const newPassword = z.string().superRefine(async (value, context) => {
  const error = await validatePassword(value)
  if (error) context.addIssue({ code: 'custom', message: passwordErrors()[error] })
})
const confirmSignUpFields = confirmSignUpForm.extend({ token, password: newPassword })
const acceptInvitationFields = acceptInvitationForm.extend({ token, password: newPassword })
const firstAdministratorFields = firstAdministratorForm.extend({ token, password: newPassword })
const resetFields = resetPasswordForm.extend({ token, password: newPassword })
const changePasswordFields = changePasswordForm.extend({ newPassword })
/** The passkey plugin verifies it; the limit of the request body bounds its size. */
const passkeyResponse = z.record(z.string(), z.unknown())

/** Other routes of better-auth are not exposed. */
export const AUTH_ROUTES = new Map<string, AuthRoute>([
  ['POST sign-in/email', postRoute(signInForm, signIn)],
  ['POST sign-out', postRoute(z.object({}), (request, body) => forwardToAuth(request, { body }))],
  ['GET get-session', (request) => forwardToAuth(request, { extend: assurance })],
  ['GET jwks', (request) => relayToAuth(request, JWKS_MAX_AGE_SECONDS)],
  ['GET token', (request) => relayToAuth(request)],

  ['POST sign-up/email', postRoute(signUpForm, handleSignUp, PER_ADDRESS)],
  ['POST confirm-sign-up', postRoute(confirmSignUpFields, handleConfirmSignUp, PER_ADDRESS)],
  ['POST request-password-reset', postRoute(requestPasswordResetForm, handleResetRequest, PER_ADDRESS)],
  ['POST reset-password', postRoute(resetFields, handleReset, PER_ADDRESS)],
  ['POST accept-invitation', postRoute(acceptInvitationFields, handleInvitation, PER_ADDRESS)],
  ['POST first-administrator', postRoute(firstAdministratorFields, handleFirstAdministrator, PER_ADDRESS)],

  ['POST change-password', postRoute(changePasswordFields, changePassword)],
  ['POST two-factor/enable', postRoute(confirmPasswordForm, confirmPassword())],
  ['POST two-factor/disable', postRoute(confirmPasswordForm, confirmPassword('second-factor.disable'))],
  [
    'POST two-factor/generate-backup-codes',
    postRoute(confirmPasswordForm, confirmPassword('backup-codes.renew')),
  ],
  ['POST two-factor/verify-totp', postRoute(twoFactorCodeForm, verifyTwoFactorCode)],
  ['POST two-factor/verify-backup-code', postRoute(twoFactorCodeForm, verifyTwoFactorCode)],

  ['POST confirm-identity', postRoute(confirmPasswordForm, confirmIdentity)],
  ['GET passkeys', handleListPasskeys],
  ['POST delete-passkey', postRoute(z.object({ id }), deletePasskey)],
  ['GET passkey/generate-register-options', startRegistration],
  [
    'POST passkey/verify-registration',
    postRoute(passkeyForm.extend({ response: passkeyResponse }), finishRegistration),
  ],
  ['GET passkey/generate-authenticate-options', startPasskeySignIn],
  [
    'POST passkey/verify-authentication',
    postRoute(z.object({ response: passkeyResponse }), finishPasskeySignIn),
  ],

  ['GET sessions', handleListSessions],
  ['POST end-session', postRoute(z.object({ id }), handleEndSession)],
  ['POST end-other-sessions', postRoute(z.object({}), handleEndOtherSessions)],
])

/** Spec §4. */
function assurance({ user, session }: Record<string, unknown>): object {
  const { twoFactorEnabled } = user as { twoFactorEnabled?: boolean }
  const { isPasskey } = session as { isPasskey?: boolean }
  // Enabling the second factor ends all older sessions.
  const level = twoFactorEnabled || isPasskey ? 'aal2' : 'aal1'
  return { assurance: { currentLevel: level, nextLevel: level } }
}

async function handleSignUp(request: Request, fields: { name: string; email: string }): Promise<Response> {
  const decision = await limitEmails(request, 'sign-up email', fields.email, SIGN_UPS_IN_TOTAL)
  return sendLink(decision, () => startSignUp(db(), fields))
}

async function handleConfirmSignUp(
  request: Request,
  fields: { token: string; password: string },
): Promise<Response> {
  const email = await confirmSignUp(db(), fields)
  return email
    ? rememberDevice(jsonResponse({ confirmed: true }), request, email)
    : errorResponse(410, invalidLink())
}

async function handleResetRequest(request: Request, { email }: { email: string }): Promise<Response> {
  return sendLink(await limitEmails(request, 'reset email', email), () => sendResetLink(db(), email))
}

function sendLink(decision: EmailDecision, send: () => void): Response {
  if (decision.kind === 'reject') return tooManyAttemptsResponse(decision.retryAfter)
  if (decision.kind === 'send') send()
  return jsonResponse({ transport: mailTransportKind() })
}

/** Sets the device cookie, so that an owner who is locked out can sign in. */
async function handleReset(request: Request, fields: { token: string; password: string }): Promise<Response> {
  const email = await resetPassword(db(), fields)
  return email
    ? rememberDevice(jsonResponse({ reset: true }), request, email)
    : errorResponse(410, invalidLink())
}

async function handleInvitation(
  request: Request,
  fields: { token: string; name: string; password: string },
): Promise<Response> {
  const outcome = await acceptInvitation(db(), fields)
  if (outcome.kind === 'invalid') return errorResponse(410, invalidInvitation())
  if (outcome.kind === 'known') return errorResponse(409, knownAccount())
  const { email } = outcome
  const started = await signInNewAccount(request, { email, password: fields.password })
  const headers = new Headers(started?.headers)
  const body = { accepted: true, isSignedIn: started !== null }
  return rememberDevice(Response.json(body, { headers }), request, email)
}

async function handleFirstAdministrator(
  request: Request,
  fields: { token: string; name: string; email: string; password: string },
): Promise<Response> {
  return (await claimFirstAdministrator(db(), fields))
    ? rememberDevice(jsonResponse({ made: true }), request, fields.email)
    : errorResponse(410, invalidLink())
}

function handleListSessions(request: Request): Promise<Response> {
  return withSession(request, async ({ account, id }) =>
    jsonResponse({ sessions: await listSessions(db(), { userId: account.id, currentId: id }) }),
  )
}

function handleEndSession(request: Request, { id }: { id: string }): Promise<Response> {
  return withRecentSession(request, async ({ account }) => {
    const isEnded = await endSession(db(), { userId: account.id, sessionId: id })
    if (!isEnded) return errorResponse(404, phrase('Session not found.'))
    await recordAccountChange(request, account, 'session.end')
    return jsonResponse({ ended: 1 })
  })
}

function handleEndOtherSessions(request: Request): Promise<Response> {
  return withRecentSession(request, async ({ account, id }) => {
    const ended = await endSessions(db(), account.id, { except: id })
    if (ended) await recordAccountChange(request, account, 'session.end')
    return jsonResponse({ ended })
  })
}
