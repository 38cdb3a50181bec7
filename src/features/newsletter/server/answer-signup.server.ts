import { findPublicSettings } from '#features/site/server/settings.server.ts'
import { db } from '#platform/database/db.server.ts'
import { type AttemptLimit, createAttemptLimit } from '#platform/http/attempt-limit.server.ts'
import { isCrossSite } from '#platform/http/is-cross-site.ts'
import { readFields } from '#platform/http/read-fields.server.ts'
import { log } from '#platform/log.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import { readSignup } from '../rules/read-signup.ts'
import { signupMessage } from '../rules/signup-message.ts'
import type { SignupOutcome } from '../rules/signup-outcome.ts'
import { sendConfirmationLater } from './confirm-signup.server.ts'
import { subscribe } from './newsletter.server.ts'
import { findNewsletterSettings } from './newsletter-settings.server.ts'

type Ending = { outcome: SignupOutcome; retryAfterSeconds?: number }

/** All that the form can hold takes less, even percent-encoded. */
const MAX_BODY_BYTES = 8 * 1024
const LIMIT = { perAddress: 5, together: 300, seconds: 600 }

const STATUS: Record<SignupOutcome, number> = {
  subscribed: 200,
  confirm: 200,
  duplicate: 409,
  'email-missing': 422,
  'email-invalid': 422,
  'name-invalid': 422,
  'too-many': 429,
  closed: 403,
  failed: 500,
}

/** Makes what answers `POST /newsletter`, with a limit of its own. */
export function createSignupAnswer(limit: AttemptLimit = createAttemptLimit(LIMIT)) {
  /** Subscribes a reader (spec §7); a browser without script is sent on to the page that tells the outcome. */
  return async function answerSignup({ request }: { request: Request }): Promise<Response> {
    if (isCrossSite(request.headers, siteOrigin())) return refusal(403, 'Please subscribe on our own pages.')
    const read = await readFields(request, MAX_BODY_BYTES)
    if (read.kind === 'refused') return refusal(read.status, read.reason)
    const ending = await attempt(request, read.fields, limit).catch(failed)
    return request.headers.get('accept')?.includes('text/html') ? seeOther(ending) : told(ending)
  }
}

export const answerSignup = createSignupAnswer()

async function attempt(
  request: Request,
  fields: Readonly<Record<string, unknown>>,
  limit: AttemptLimit,
): Promise<Ending> {
  const read = readSignup(fields)
  if (read.kind === 'refused') return { outcome: read.outcome }
  // The listener leaves there nothing but the address of who asks (platform/http/client-address.ts).
  const retryAfterSeconds = await limit.take(request.headers.get('x-forwarded-for') ?? '')
  if (retryAfterSeconds) return { outcome: 'too-many', retryAfterSeconds }
  const { newsletterEnabled } = await findPublicSettings(db())
  if (!newsletterEnabled) return { outcome: 'closed' }
  const { isConfirmed } = await findNewsletterSettings(db())
  // A field that no person sees: who fills it in need not learn that it was noticed.
  if (fields.subject) return { outcome: isConfirmed ? 'confirm' : 'subscribed' }
  if (isConfirmed) {
    sendConfirmationLater(db(), read.signup, new Date())
    return { outcome: 'confirm' }
  }
  return { outcome: await subscribe(db(), read.signup) }
}

/** The statement and its values would show the address, so only the database's own words are logged. */
function failed(error: Error & { cause?: unknown }): Ending {
  const { message, code } = (error.cause ?? error) as { message: string; code?: string }
  log().error({ code }, `A reader could not subscribe: ${message}`)
  return { outcome: 'failed' }
}

function told({ outcome, retryAfterSeconds }: Ending): Response {
  const headers: HeadersInit = retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}
  return Response.json(signupMessage(outcome), { status: STATUS[outcome], headers })
}

/** The fragment brings those who cannot see the page to its message first. */
function seeOther({ outcome }: Ending): Response {
  return new Response(null, { status: 303, headers: { location: `/newsletter?outcome=${outcome}#signup` } })
}

function refusal(status: number, reason: string, headers: Record<string, string> = {}): Response {
  const type = { 'content-type': 'text/plain; charset=utf-8' }
  return new Response(`${reason}\n`, { status, headers: { ...type, ...headers } })
}
