import type { Account } from '#features/access/rules/access.ts'
import type { AuditAction } from '#features/audit/rules/audit-actions.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { db } from '#platform/database/db.server.ts'
import { twoFactorDisabledEmail } from '../rules/account-emails.ts'
import { tooManyAttemptsResponse } from '../rules/auth-responses.ts'
import { forwardToAuth, limitFailedAttempts, withSession } from './auth-route.server.ts'
import { clientAddressOf, consumeAttempt, type RateLimit } from './rate-limit.server.ts'
import { writeSecurityLogLine } from './security-events.server.ts'
import { deletePendingVerifications } from './sessions.server.ts'
import { notifyOwner, requireStrongPassword } from './set-password.server.ts'

/** Estimating strength uses the main thread. */
const NEW_PASSWORDS: RateLimit = { attempts: 30, seconds: 15 * 60 }

/** Changes the password and ends the other sessions. */
export function changePassword(
  request: Request,
  fields: { currentPassword: string; newPassword: string },
): Promise<Response> {
  return withSession(request, async ({ account }) => {
    const retryAfter = await consumeAttempt(
      db(),
      { action: 'new password', subject: account.id },
      NEW_PASSWORDS,
    )
    if (retryAfter) return tooManyAttemptsResponse(retryAfter)
    await requireStrongPassword(db(), account.id, fields.newPassword, 'newPassword')
    const body = { ...fields, revokeOtherSessions: true }
    const attempt = { action: 'password', subject: account.id }
    const response = await limitFailedAttempts(attempt, () => forwardToAuth(request, { body }))
    if (response.ok) {
      await deletePendingVerifications(db(), account.id)
      await recordAccountChange(request, account, 'password.change')
      notifyOwner(account.email)
    }
    return response
  })
}

/**
 * Limits guesses at better-auth's routes that verify the password.
 *
 * @param action audited on success
 */
export function confirmPassword(action?: AuditAction) {
  return (request: Request, body: { password: string }): Promise<Response> =>
    withSession(request, async ({ account }) => {
      const attempt = { action: 'password', subject: account.id }
      const response = await limitFailedAttempts(attempt, () => forwardToAuth(request, { body }))
      if (response.ok && action) await recordAccountChange(request, account, action)
      if (response.ok && action === 'second-factor.disable')
        notifyOwner(account.email, twoFactorDisabledEmail)
      return response
    })
}

/** Records it in the audit log and the server's log. */
export async function recordAccountChange(
  request: Request,
  { id, email }: Account,
  action: AuditAction,
): Promise<void> {
  const address = clientAddressOf(request)
  await writeSecurityLogLine(action, address, { email })
  await recordAudit(db(), { by: { id, email }, action, subjectId: id, subject: email, address })
}
