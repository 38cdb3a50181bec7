import * as z from 'zod'
import { db } from '#platform/database/db.server.ts'
import { mailTransportKind } from '#platform/mail.server.ts'
import { refused, told, tooMany } from '../rules/auth-answers.ts'
import { findPasswordFault, PASSWORD_FAULTS } from '../rules/judge-password.ts'
import { type AttemptBudget, takeAttempt } from './account-attempts.server.ts'
import { type AuthCall, posted, signedIn } from './auth-call.server.ts'
import {
  changePassword,
  guardedByPassword,
  markDevice,
  recordOwnChange,
  signIn,
  verifyCode,
} from './auth-steps.server.ts'
import { endSessions } from './end-sessions.server.ts'
import { claimFirstAdministrator } from './first-administrator.server.ts'
import { forwardToAuth, relayToAuth } from './forward-to-auth.server.ts'
import { endOwnSession, listOwnSessions } from './own-sessions.server.ts'
import { resetPassword, sendResetLink } from './reset-password.server.ts'
import { beginSignUp, confirmSignUp } from './sign-up.server.ts'

const LINK_IS_USED = 'This link has been used or has expired. Please ask for a new one.'
const KEYS_MAX_AGE_SECONDS = 300
/** What an IP address may do of what writes letters or takes links. */
const FEW: AttemptBudget = { most: 10, seconds: 600 }
/** How many letters one mailbox gets, whoever asks for them. */
const LETTERS: AttemptBudget = { most: 5, seconds: 3600 }

const email = z.string().trim().toLowerCase().pipe(z.email('Please enter a valid email address').max(254))
const name = z
  .string()
  .trim()
  .min(1, 'Please enter your name')
  .max(100, 'Please enter a shorter name')
  .regex(/^\P{Cc}*$/u, 'Please enter your name in one line')
/** One that somebody has is not judged: it may be of a time with other rules. */
const password = z.string().min(1, 'Please enter your password').max(1024)
const token = z.string().min(1).max(128)
/** Apps show codes in two groups, and people type them so. */
const code = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().min(1, 'Please enter the code').max(32))
/** Judged before anything is asked or used up. */
const newPassword = z.string().superRefine(async (value, context) => {
  const fault = await findPasswordFault(value)
  if (fault) context.addIssue({ code: 'custom', message: PASSWORD_FAULTS[fault] })
})

/** Every call below /api/auth, by method and path. What is not here is not open. */
export const AUTH_CALLS = new Map<string, AuthCall>([
  ['POST sign-in/email', posted(z.object({ email, password }), signIn)],
  ['POST sign-out', posted(z.object({}), (request, body) => forwardToAuth(request, { body }))],
  ['GET get-session', { answer: (request) => forwardToAuth(request, { more: assurance }) }],
  ['GET jwks', { answer: (request) => relayToAuth(request, KEYS_MAX_AGE_SECONDS) }],
  ['GET token', { answer: (request) => relayToAuth(request) }],

  ['POST sign-up/email', posted(z.object({ name, email, password: newPassword }), signUp, FEW)],
  ['POST confirm-sign-up', posted(z.object({ token }), confirm, FEW)],
  ['POST request-password-reset', posted(z.object({ email }), askForReset, FEW)],
  ['POST reset-password', posted(z.object({ token, password: newPassword }), reset, FEW)],
  [
    'POST first-administrator',
    posted(z.object({ token, name, email, password: newPassword }), makeFirstAdministrator, FEW),
  ],

  ['POST change-password', posted(z.object({ currentPassword: password, newPassword }), changePassword)],
  ['POST two-factor/enable', posted(z.object({ password }), guardedByPassword())],
  ['POST two-factor/disable', posted(z.object({ password }), guardedByPassword('second-factor.disable'))],
  [
    'POST two-factor/generate-backup-codes',
    posted(z.object({ password }), guardedByPassword('backup-codes.renew')),
  ],
  ['POST two-factor/verify-totp', posted(z.object({ code }), verifyCode)],
  ['POST two-factor/verify-backup-code', posted(z.object({ code }), verifyCode)],

  ['GET sessions', { answer: listSessions }],
  ['POST end-session', posted(z.object({ id: z.uuid() }), endSession)],
  ['POST end-other-sessions', posted(z.object({}), endOtherSessions)],
])

/** The level of this session, and the one that the next sign-in reaches: aal2 with a verified factor (spec §4). */
function assurance({ user }: Record<string, unknown>): object {
  const { twoFactorEnabled } = user as { twoFactorEnabled?: boolean }
  // Nobody has a session before the second step, and sessions from before its set-up have ended with it.
  const level = twoFactorEnabled ? 'aal2' : 'aal1'
  return { assurance: { currentLevel: level, nextLevel: level } }
}

async function signUp(
  _request: Request,
  wish: { name: string; email: string; password: string },
): Promise<Response> {
  const wait = await takeAttempt(db(), { what: 'letter', who: wish.email }, LETTERS)
  if (wait) return tooMany(wait)
  await beginSignUp(db(), wish)
  return told({ transport: mailTransportKind() })
}

async function confirm(_request: Request, given: { token: string }): Promise<Response> {
  return (await confirmSignUp(db(), given.token)) ? told({ confirmed: true }) : refused(410, LINK_IS_USED)
}

async function askForReset(_request: Request, given: { email: string }): Promise<Response> {
  const wait = await takeAttempt(db(), { what: 'letter', who: given.email }, LETTERS)
  if (wait) return tooMany(wait)
  sendResetLink(db(), given.email)
  return told({ transport: mailTransportKind() })
}

/** The browser becomes one of the account's: who locked it out by guessing does not keep its owner out. */
async function reset(request: Request, given: { token: string; password: string }): Promise<Response> {
  const account = await resetPassword(db(), given)
  return account ? markDevice(told({ reset: true }), request, account) : refused(410, LINK_IS_USED)
}

async function makeFirstAdministrator(
  _request: Request,
  given: { token: string; name: string; email: string; password: string },
): Promise<Response> {
  return (await claimFirstAdministrator(db(), given)) ? told({ made: true }) : refused(410, LINK_IS_USED)
}

function listSessions(request: Request): Promise<Response> {
  return signedIn(request, async ({ userId, id }) =>
    told({ sessions: await listOwnSessions(db(), { userId, currentId: id }) }),
  )
}

function endSession(request: Request, given: { id: string }): Promise<Response> {
  return signedIn(request, async (session) => {
    const isEnded = await endOwnSession(db(), { userId: session.userId, sessionId: given.id })
    if (!isEnded) return refused(404, 'There is no such session.')
    await recordOwnChange(session, 'session.end')
    return told({ ended: 1 })
  })
}

function endOtherSessions(request: Request): Promise<Response> {
  return signedIn(request, async (session) => {
    const ended = await endSessions(db(), session.userId, { except: session.id })
    if (ended) await recordOwnChange(session, 'session.end')
    return told({ ended })
  })
}
