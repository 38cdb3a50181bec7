import { recordAudit } from '#features/audit/record-audit.server.ts'
import { db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import {
  type Attempt,
  type AttemptBudget,
  forgetAttempts,
  giveBackAttempt,
  takeAttempt,
} from './account-attempts.server.ts'
import { auth } from './auth.server.ts'
import { tooMany } from './auth-answers.ts'
import { signedIn } from './auth-call.server.ts'
import { deviceCookie, knownDevice } from './device-cookie.server.ts'
import { endSessions, voidPending } from './end-sessions.server.ts'
import { type FoundSession, findBegunSession, findSession } from './find-session.server.ts'
import { forwardToAuth } from './forward-to-auth.server.ts'
import { tellOfChange } from './reset-password.server.ts'

type OwnChange =
  | 'password.change'
  | 'second-factor.enable'
  | 'second-factor.disable'
  | 'backup-codes.renew'
  | 'session.end'

/** Wrong passwords of one account, from all over the world together; and of one browser that has been signed in before. */
const GUESSES: AttemptBudget = { most: 10, seconds: 15 * 60 }

/**
 * Signs in with e-mail address and password. Attempts are counted by address (better-auth does that) and by account, whether
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
      return answer
    })
}

/** The second step of a sign-in; or, for who is signed in, the last step of the set-up, which ends all other sessions. */
export async function verifyCode(request: Request, body: { code: string }): Promise<Response> {
  const before = await findSession(request.headers)
  const answer = await forwardToAuth(request, { body })
  if (!answer.ok || !before || before.hasSecondFactor) return answer
  const begun = await findBegunSession(answer)
  if (begun) {
    await endSessions(db(), begun.userId, { except: begun.id })
    await recordOwnChange(begun, 'second-factor.enable')
  }
  return answer
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
