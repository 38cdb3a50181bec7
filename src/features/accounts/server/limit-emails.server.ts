import { db } from '#platform/database/db.server.ts'
import { findKnownDevice } from './device-cookie.server.ts'
import { clientNetworkOf, consumeAttempt, type RateLimit } from './rate-limit.server.ts'

const PER_REQUESTER: RateLimit = { attempts: 5, seconds: 3600 }
/** For unknown browsers. */
const PER_MAILBOX: RateLimit = { attempts: 10, seconds: 3600 }

export type EmailDecision = { kind: 'send' } | { kind: 'skip' } | { kind: 'reject'; retryAfter: number }

/**
 * Networks and known browsers have their own limits, so that nobody can exhaust those of others. A mailbox at its limit gets no more emails, but its
 * earlier links outlast the limit.
 *
 * @param inTotal for all addresses, in forms that accept any
 */
export async function limitEmails(
  request: Request,
  action: string,
  email: string,
  inTotal?: RateLimit,
): Promise<EmailDecision> {
  const device = await findKnownDevice(request, email)
  const requester = device ?? clientNetworkOf(request)
  const retryAfter = await consumeAttempt(
    db(),
    { action: `${action} by requester`, subject: `${requester} ${email}` },
    PER_REQUESTER,
  )
  if (retryAfter) return { kind: 'reject', retryAfter }
  if (device) return { kind: 'send' }
  if (await consumeAttempt(db(), { action, subject: email }, PER_MAILBOX)) return { kind: 'skip' }
  const waitSeconds = inTotal && (await consumeAttempt(db(), { action, subject: 'total' }, inTotal))
  return waitSeconds ? { kind: 'reject', retryAfter: waitSeconds } : { kind: 'send' }
}
