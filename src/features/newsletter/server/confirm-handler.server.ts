import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { queueEmail } from '#features/accounts/server/send-email.server.ts'
import { findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { writePlainEmail } from '#kernel/plain-email.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { errorResponse } from '#platform/http/responses.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import type { Signup } from '../rules/parse-signup.ts'
import { brokenLinkPage, linkPage } from './link-page.server.ts'
import { openLinkSigner } from './signed-link.server.ts'

type Context = { params: { token: string } }

const LINK_LIFETIME_MS = 7 * 86_400_000
/** Email, name, expiry time (Unix milliseconds). */
const tokenValue = z.tuple([z.string(), z.string().nullable(), z.number()])

/** Sends in the background, so that the response time does not reveal who is subscribed. Stores nothing before confirmation. */
export function sendConfirmationLater(db: Db, signup: Signup, now: Date): void {
  queueEmail(() => composeConfirmation(db, signup, now), 'An email to confirm a subscription')
}

async function composeConfirmation(db: Db, { email, fullName }: Signup, now: Date) {
  const { rows } = await db.execute(sql`
    select 1 from newsletter_subscribers where lower(email) = lower(${email}) and is_active`)
  if (rows.length > 0) return undefined
  const signer = await openLinkSigner(db)
  const token = signer.sign('confirm', JSON.stringify([email, fullName, +now + LINK_LIFETIME_MS]))
  const { siteName } = await findPublicSettings(db)
  const link = `${siteOrigin()}/newsletter/confirm/${token}`
  const message = writePlainEmail(`Confirm your subscription to ${siteName}`, [
    `To confirm your subscription to the newsletter of ${siteName}, open this link:`,
    { link },
    'The link expires in seven days. If you did not request this, you can ignore this email.',
  ])
  return { to: email, fromName: siteName, ...message }
}

export async function showConfirmPage({ params }: Context): Promise<Response> {
  try {
    const signup = await readToken(params.token)
    if (!signup) return await brokenLinkPage()
    return await linkPage({
      title: 'Confirm your subscription',
      text: `We will send our newsletter to ${signup.email}.`,
      button: 'Subscribe',
    })
  } catch (error) {
    return errorResponse('The confirmation page failed', error)
  }
}

/** Reactivates subscribers, except after an administrator's deactivation. */
export async function handleConfirm({ params }: Context): Promise<Response> {
  try {
    const signup = await readToken(params.token)
    if (!signup) return await brokenLinkPage()
    await db().execute(sql`
      insert into newsletter_subscribers (email, full_name) values (${signup.email}, ${signup.fullName})
      on conflict (lower(email)) do update set is_active = true, inactive_reason = null
      where newsletter_subscribers.inactive_reason is not null`)
    return await linkPage({
      title: 'Thank you for subscribing',
      text: 'You will receive our next newsletter.',
    })
  } catch (error) {
    return errorResponse('Confirming a subscription failed', error)
  }
}

async function readToken(token: string): Promise<Signup | undefined> {
  const value = (await openLinkSigner(db())).verify('confirm', token)
  if (!value) return undefined
  const [email, fullName, expiresAt] = tokenValue.parse(JSON.parse(value))
  return expiresAt > Date.now() ? { email, fullName } : undefined
}
