import { db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { secondFactorOffLetter } from '../rules/account-mails.ts'
import { refused, tooMany } from '../rules/auth-answers.ts'
import {
  type Attempt,
  type AttemptBudget,
  forgetAttempts,
  giveBackAttempt,
  takeAttempt,
} from './account-attempts.server.ts'
import { auth } from './auth.server.ts'
import { signedIn } from './auth-call.server.ts'
import { deviceCookie, knownDevice } from './device-cookie.server.ts'
import { endSessions, voidPending } from './end-sessions.server.ts'
import { type FoundSession, findBegunSession, findHalfSignedIn, findSession } from './find-session.server.ts'
import { forwardToAuth } from './forward-to-auth.server.ts'
import { endOwnSession } from './own-sessions.server.ts'
import { recordAudit } from './record-audit.server.ts'
import { tellOfChange } from './reset-password.server.ts'

type OwnChange =
  | 'password.change'
  | 'second-factor.enable'
  | 'second-factor.disable'
  | 'backup-codes.renew'
  | 'session.end'

/** Wrong passwords of one account, from all over the world together; and of one browser that has been signed in before. */
const GUESSES: AttemptBudget = { most: 10, seconds: 15 * 60 }
/** An app's code is good for its own half minute and for those beside it; it is taken once in all of them (RFC 6238 §5.2). */
const ONCE: AttemptBudget = { most: 1, seconds: 90 }
const CODE_IS_USED = 'This code has been used. Please sign in again with the next one.'

/**
 * Signs in with email address and password. Attempts are counted by address (better-auth does that) and by account, whether
 * there is such an account or not.
 */
export async function signIn(
  request: Request,
  given: { email: string; password: string },
): Promise<Response> {
  const device = knownDevice(request.headers.get('cookie'), given.email, await secret())
  const attempt = device ? { what: 'sign-in by device', who: device } : { what: 'sign-in', who: given.email }
  const answer = await guarded(attempt, () => forwardToAuth(request, { body: given }))
  return answer.ok ? markDevice(answer, request, given.email) : answer
}

/** Marks a browser, in an answer to it, as one of the account's. */
export async function markDevice(answer: Response, request: Request, email: string): Promise<Response> {
  if (knownDevice(request.headers.get('cookie'), email, await secret())) return answer
  const isSecure = siteOrigin().startsWith('https:')
  answer.headers.append('set-cookie', deviceCookie(email, await secret(), { isSecure }))
  return answer
}

/** Changes the password of who is signed in; all other sessions of the account end. */
export function changePassword(
  request: Request,
  given: { currentPassword: string; newPassword: string },
): Promise<Response> {
  return signedIn(request, async (session) => {
    const body = { ...given, revokeOtherSessions: true }
    const { userId, email } = session
    const answer = await guarded({ what: 'password', who: userId }, () => forwardToAuth(request, { body }))
    if (answer.ok) {
      await voidPending(db(), userId)
      await recordOwnChange(session, 'password.change')
      tellOfChange(email)
    }
    return answer
  })
}

/**
 * Passes on what the password is asked for once more; who holds somebody's session may not guess it.
 *
 * @param action what the audit log calls it, where it changes something by itself
 */
export function guardedByPassword(action?: OwnChange) {
  return (request: Request, body: { password: string }): Promise<Response> =>
    signedIn(request, async (session) => {
      const attempt = { what: 'password', who: session.userId }
      const answer = await guarded(attempt, () => forwardToAuth(request, { body }))
      if (answer.ok && action) await recordOwnChange(session, action)
      if (answer.ok && action === 'second-factor.disable') tellOfChange(session.email, secondFactorOffLetter)
      return answer
    })
}

/** The second step of a sign-in; or, for who is signed in, the last step of the set-up, which ends all other sessions. */
export async function verifyCode(request: Request, body: { code: string }): Promise<Response> {
  const before = await findSession(request.headers)
  if (!before) return finishSignIn(request, body)
  const answer = await forwardToAuth(request, { body })
  if (!answer.ok || before.hasSecondFactor) return answer
  const begun = await findBegunSession(answer)
  if (begun) {
    await endSessions(db(), begun.userId, { except: begun.id })
    await recordOwnChange(begun, 'second-factor.enable')
  }
  return answer
}

/**
 * A code is counted before it is looked at: better-auth counts wrong ones after, and so takes any number that are sent at
 * once. One that was right is not taken again, whoever may have seen it.
 */
async function finishSignIn(request: Request, body: { code: string }): Promise<Response> {
  const verify = () => forwardToAuth(request, { body })
  const who = await findHalfSignedIn(request.headers)
  const answer = who ? await guarded({ what: 'second step', who }, verify) : await verify()
  const begun = answer.ok ? await findBegunSession(answer) : null
  if (!begun) return answer
  const { id: sessionId, userId } = begun
  const isFirst = (await takeAttempt(db(), { what: 'code', who: `${userId} ${body.code}` }, ONCE)) === null
  if (isFirst) return answer
  await endOwnSession(db(), { userId, sessionId })
  return refused(401, CODE_IS_USED)
}

/** Records what somebody changed of their own account. */
export function recordOwnChange({ userId, email }: FoundSession, action: OwnChange): Promise<void> {
  return recordAudit(db(), { by: { id: userId, email }, action, subjectId: userId, subject: email })
}

/** Counts an attempt against the account; not where the call was refused for another reason, nor what was right. */
async function guarded(attempt: Attempt, call: () => Promise<Response>): Promise<Response> {
  const wait = await takeAttempt(db(), attempt, GUESSES)
  if (wait) return tooMany(wait)
  const answer = await call()
  if (answer.ok) await forgetAttempts(db(), attempt)
  else if (answer.status === 429 || answer.status === 403) await giveBackAttempt(db(), attempt)
  return answer
}

async function secret(): Promise<string> {
  const { $context } = await auth()
  return (await $context).secret
}
