import { sql } from 'drizzle-orm'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { type AttemptLimit, createAttemptLimit } from '#platform/http/attempt-limit.server.ts'
import { readFields } from '#platform/http/read-fields.server.ts'
import { isCrossSite } from '#platform/http/request-headers.server.ts'
import { log } from '#platform/process/log.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import { parseSignup, type Signup } from '../rules/parse-signup.ts'
import { signupMessage } from '../rules/signup-message.ts'
import type { SignupOutcome } from '../rules/signup-outcome.ts'
import { sendConfirmationLater, sendReturnLinkLater } from './link-handlers.server.ts'
import { findNewsletterSettings } from './newsletter-settings.server.ts'

type Result = { outcome: SignupOutcome; retryAfterSeconds?: number }

const MAX_BODY_BYTES = 8 * 1024
const LIMIT = { perAddress: 5, inTotal: 300, seconds: 600 }
const STATUS: Record<SignupOutcome, number> = {
  subscribed: 200,
  confirm: 200,
  duplicate: 409,
  'email-missing': 422,
  'email-invalid': 422,
  'email-not-ascii': 422,
  'name-invalid': 422,
  'too-many': 429,
  closed: 403,
  failed: 500,
}

export function createSignupHandler(limit: AttemptLimit = createAttemptLimit(LIMIT)) {
  /** Responds with JSON, or redirects a form without JavaScript (spec §7). */
  return async function handleSignup({ request }: { request: Request }): Promise<Response> {
    if (isCrossSite(request.headers, siteOrigin()))
      return plainText(403, 'Cross-site requests are not allowed.')
    const read = await readFields(request, MAX_BODY_BYTES)
    if (read.kind === 'refused') return plainText(read.status, read.reason)
    const result = await signUp(request, read.fields, limit).catch(logFailure)
    return request.headers.get('accept')?.includes('text/html') ? redirect(result) : json(result)
  }
}

export const handleSignup = createSignupHandler()

async function signUp(
  request: Request,
  fields: Readonly<Record<string, unknown>>,
  limit: AttemptLimit,
): Promise<Result> {
  const parsed = parseSignup(fields)
  if (parsed.kind === 'refused') return { outcome: parsed.outcome }
  // From our HTTP listener (platform/process/client-address.ts).
  const retryAfterSeconds = await limit.take(request.headers.get('x-forwarded-for') ?? '')
  if (retryAfterSeconds) return { outcome: 'too-many', retryAfterSeconds }
  const { newsletterEnabled } = await findPublicSettings(db())
  if (!newsletterEnabled) return { outcome: 'closed' }
  const { isConfirmed } = await findNewsletterSettings(db())
  // A bot filled in the honeypot field.
  if (fields.subject) return { outcome: isConfirmed ? 'confirm' : 'subscribed' }
  if (isConfirmed) {
    sendConfirmationLater(db(), parsed.signup, new Date())
    return { outcome: 'confirm' }
  }
  return { outcome: await subscribe(db(), parsed.signup) }
}

/**
 * A subscriber who has left gets an email to confirm the return. The responses are those for an unknown address: first
 * "subscribed", from then on "duplicate", so that nobody learns who has left (spec §7).
 */
async function subscribe(db: Db, signup: Signup): Promise<'subscribed' | 'duplicate'> {
  const { email, fullName } = signup
  const { rows } = await db.execute<{ isNew: boolean }>(sql`
    insert into newsletter_subscribers as known (email, full_name) values (${email}, ${fullName})
    on conflict (lower(email)) do update set return_requested_at = now()
      where not known.is_active and known.return_requested_at is null
    returning xmax = 0 as "isNew"`)
  const [stored] = rows
  if (!stored?.isNew) sendReturnLinkLater(db, signup, new Date())
  return stored ? 'subscribed' : 'duplicate'
}

/** The error's values include the address. */
function logFailure(error: Error & { cause?: unknown }): Result {
  const { message, code } = (error.cause ?? error) as { message: string; code?: string }
  log().error({ code }, `A newsletter signup failed: ${message}`)
  return { outcome: 'failed' }
}

function json({ outcome, retryAfterSeconds }: Result): Response {
  const headers: HeadersInit = retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}
  return Response.json(signupMessage(outcome), { status: STATUS[outcome], headers })
}

/** The fragment focuses the message. */
function redirect({ outcome }: Result): Response {
  return new Response(null, { status: 303, headers: { location: `/newsletter?outcome=${outcome}#signup` } })
}

function plainText(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
