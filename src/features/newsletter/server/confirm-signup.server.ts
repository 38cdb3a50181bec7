import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { sendLetterLater } from '#features/accounts/server/send-letter.server.ts'
import { findPublicSettings } from '#features/site/server/settings.server.ts'
import { plainLetter } from '#kernel/plain-letter.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { failedRoute } from '#platform/http/failed-route.server.ts'
import { siteOrigin } from '#platform/site-origin.server.ts'
import type { Signup } from '../rules/read-signup.ts'
import { brokenLinkPage, linkPage } from './link-page.server.ts'
import { openLinkSigner } from './signed-link.server.ts'

type Asked = { params: { token: string } }

const GOOD_FOR_MS = 7 * 86_400_000
/** Email, name, and when the link ends, in milliseconds since 1970. */
const signed = z.tuple([z.string(), z.string().nullable(), z.number()])

/**
 * Sends the link that subscribes, after the answer has gone: how long that takes must not tell who is subscribed. Nothing is
 * stored until the link is used. Who is subscribed already gets no letter.
 */
export function sendConfirmationLater(db: Db, signup: Signup, now: Date): void {
  sendLetterLater(() => writeConfirmation(db, signup, now), 'A letter to confirm a subscription')
}

async function writeConfirmation(db: Db, { email, fullName }: Signup, now: Date) {
  const { rows } = await db.execute(sql`
    select 1 from newsletter_subscribers where lower(email) = lower(${email}) and is_active`)
  if (rows.length > 0) return undefined
  const signer = await openLinkSigner(db)
  const token = signer.sign('confirm', JSON.stringify([email, fullName, +now + GOOD_FOR_MS]))
  const { siteName } = await findPublicSettings(db)
  const link = `${siteOrigin()}/newsletter/confirm/${token}`
  const letter = plainLetter(`Confirm your subscription to ${siteName}`, [
    `Somebody, presumably you, wants to get the newsletter of ${siteName} at this address. Open this page to confirm it:`,
    { link },
    'The link works for seven days. If it was not you, there is nothing to do: no letters will come.',
  ])
  return { to: email, fromName: siteName, letter }
}

/** Asks whether to subscribe, and changes nothing. */
export async function showConfirm({ params }: Asked): Promise<Response> {
  try {
    const signup = await readToken(params.token)
    if (!signup) return await brokenLinkPage()
    return await linkPage({
      title: 'Confirm your subscription',
      text: `Our newsletter will come to ${signup.email}.`,
      button: 'Subscribe',
    })
  } catch (error) {
    return failedRoute('The page to confirm a subscription failed', error)
  }
}

/** Subscribes whom the link was sent to; who had left by themselves, or through a refused address, is back then. */
export async function answerConfirm({ params }: Asked): Promise<Response> {
  try {
    const signup = await readToken(params.token)
    if (!signup) return await brokenLinkPage()
    await db().execute(sql`
      insert into newsletter_subscribers (email, full_name) values (${signup.email}, ${signup.fullName})
      on conflict (lower(email)) do update set is_active = true, inactive_reason = null
      where newsletter_subscribers.inactive_reason is not null`)
    return await linkPage({
      title: 'Thank you for subscribing',
      text: 'Our next newsletter will come to your inbox.',
    })
  } catch (error) {
    return failedRoute('A subscription could not be confirmed', error)
  }
}

async function readToken(token: string): Promise<Signup | undefined> {
  const value = (await openLinkSigner(db())).read('confirm', token)
  if (!value) return undefined
  const [email, fullName, end] = signed.parse(JSON.parse(value))
  return end > Date.now() ? { email, fullName } : undefined
}
