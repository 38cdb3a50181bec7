import type * as z from 'zod'
import { db } from '#platform/database/db.server.ts'
import { blockOf } from '#platform/http/attempt-limit.server.ts'
import { readFields } from '#platform/http/read-fields.server.ts'
import { refused, told, tooMany } from '../rules/auth-answers.ts'
import { PLEASE_LOG_IN } from '../rules/refusals.ts'
import { type AttemptBudget, takeAttempt } from './account-attempts.server.ts'
import { type FoundSession, findSession } from './find-session.server.ts'

/** A call that is open to anybody who asks. */
export type AuthCall = { answer(request: Request): Promise<Response> }

/** All that a call can hold takes less. */
const MAX_BODY_BYTES = 8 * 1024

/**
 * A call with a body, of which nothing is taken but what the schema names.
 *
 * @param budget how often an IP address may make it; better-auth limits its own calls by itself
 */
export function posted<T extends object>(
  schema: z.ZodType<T>,
  answer: (request: Request, given: T) => Promise<Response>,
  budget?: AttemptBudget,
): AuthCall {
  return {
    async answer(request) {
      const read = await readFields(request, MAX_BODY_BYTES)
      if (read.kind === 'refused') return refused(read.status, read.reason)
      const parsed = await schema.safeParseAsync(read.fields)
      if (!parsed.success) return refuseFields(parsed.error)
      const wait = budget ? await takeAttempt(db(), attemptOf(request), budget) : null
      return wait ? tooMany(wait) : answer(request, parsed.data)
    },
  }
}

/** Answers for who is signed in. */
export async function signedIn(
  request: Request,
  answer: (session: FoundSession) => Promise<Response>,
): Promise<Response> {
  const session = await findSession(request.headers)
  return session ? answer(session) : refused(401, PLEASE_LOG_IN)
}

/** What is wrong, and with which field, so that a screen can say so beside it. */
function refuseFields({ issues }: z.ZodError): Response {
  const [issue] = issues
  return told({ code: 'INVALID', field: issue?.path.join('.') ?? '', message: issue?.message ?? '' }, 400)
}

/** The listener leaves in that header nothing but the address of who asks (platform/http/client-address.ts). */
function attemptOf(request: Request): { what: string; who: string } {
  const { pathname } = new URL(request.url)
  return { what: pathname, who: blockOf(request.headers.get('x-forwarded-for') ?? '') }
}
