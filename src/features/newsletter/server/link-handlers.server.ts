import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { consumeAttempt, type RateLimit, resetAttempts } from '#features/accounts/server/rate-limit.server.ts'
import { queueEmail } from '#features/accounts/server/send-email.server.ts'
import { findContactEmail, findPublicSettings } from '#features/site/server/public-settings.server.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { writePlainEmail } from '#kernel/text/plain-email.ts'
import { DAY_MS } from '#kernel/time/durations.ts'
import { isUuid } from '#kernel/uuid.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { siteOrigin } from '#platform/process/site-origin.server.ts'
import type { Signup } from '../rules/parse-signup.ts'
import { TEST_TOKEN } from '../rules/personalise-email.ts'
import { brokenLinkPage, failedLinkPage, linkPage, openLinkSigner } from './link-page.server.ts'

type Context = { params: { token: string } }

const LINK_LIFETIME_MS = 7 * DAY_MS
/** Email, name, expiry time (Unix milliseconds). */
const tokenValue = z.tuple([z.string(), z.string().nullable(), z.number()])

/** Per mailbox, for all requesters and processes. */
const MAILBOX_LIMIT: RateLimit = { attempts: 3, seconds: 86_400 }
/** Used links are stored while they are valid. */
const SINGLE_USE: RateLimit = { attempts: 1, seconds: LINK_LIFETIME_MS / 1_000 }

/**
 * Sends an email in the background, also to subscribers, so that neither the response nor its time reveals who is
 * subscribed. Stores nothing before confirmation.
 */
export function sendConfirmationLater(db: Db, signup: Signup, now: Date): void {
  queueEmail(() => composeConfirmation(db, signup, now), 'An email to confirm a subscription')
}

/** Sends an email in the background, unless the subscriber is active. */
export function sendReturnLinkLater(db: Db, signup: Signup, now: Date): void {
  queueEmail(() => composeReturn(db, signup, now), 'An email to confirm a subscription')
}

/** @returns undefined for an active subscriber, or when the mailbox has received enough emails */
export async function composeReturn(db: Db, signup: Signup, now: Date) {
  const state = await findState(db, signup.email)
  return state === 'left' || state === 'excluded' ? composeConfirmation(db, signup, now) : undefined
}

/** @returns undefined when the mailbox has received enough emails */
export async function composeConfirmation(db: Db, { email, fullName }: Signup, now: Date) {
  const mailbox = { action: 'newsletter-confirmation', subject: mailboxOf(email) }
  if ((await consumeAttempt(db, mailbox, MAILBOX_LIMIT)) !== null) return undefined
  const { siteName: name } = await findPublicSettings(db)
  const state = await findState(db, email)
  if (state === 'active') {
    const message = writePlainEmail(phrase('You are already subscribed to {name}', { name }), [
      phrase('This email is already subscribed to the newsletter of {name}. There is nothing to confirm.', {
        name,
      }),
      phrase('If you did not request this, you can ignore this email.'),
    ])
    return { to: email, fromName: name, ...message }
  }
  if (state === 'excluded') {
    const contactEmail = await findContactEmail(db)
    const message = writePlainEmail(phrase('Your subscription to {name}', { name }), [
      phrase(
        'The editors of {name} have ended the subscription of this address, so that the form cannot start it again.',
        { name },
      ),
      contactEmail
        ? phrase('To subscribe again, write to {address}.', { address: contactEmail })
        : phrase('To subscribe again, please contact them.'),
      phrase('If you did not request this, you can ignore this email.'),
    ])
    return { to: email, fromName: name, ...message }
  }
  const signer = await openLinkSigner(db)
  const token = signer.sign('confirm', JSON.stringify([email, fullName, +now + LINK_LIFETIME_MS]))
  const link = `${siteOrigin()}/newsletter/confirm/${token}`
  const message = writePlainEmail(phrase('Confirm your subscription to {name}', { name }), [
    phrase('To confirm your subscription to the newsletter of {name}, open this link:', { name }),
    { link },
    phrase('The link expires in seven days. If you did not request this, you can ignore this email.'),
  ])
  return { to: email, fromName: name, ...message }
}

/** `left` may come back by a link; an administrator has deactivated `excluded`. */
async function findState(db: Db, email: string): Promise<'active' | 'left' | 'excluded' | 'unknown'> {
  const { rows } = await db.execute<{ state: 'active' | 'left' | 'excluded' }>(sql`
    select case when is_active then 'active' when inactive_reason is null then 'excluded' else 'left' end as state
    from newsletter_subscribers where lower(email) = lower(${email})`)
  return rows[0]?.state ?? 'unknown'
}

/** Removes the subaddress (RFC 5233): "a+news@b.example" is delivered to "a@b.example". */
function mailboxOf(email: string): string {
  const [name = '', host = ''] = email.toLowerCase().split('@')
  return `${name.split('+', 1)[0] || name}@${host}`
}

export async function showConfirmPage({ params }: Context): Promise<Response> {
  try {
    const signup = await readToken(params.token)
    if (!signup) return await brokenLinkPage()
    return await linkPage({
      title: phrase('Confirm your subscription'),
      text: phrase('We will send our newsletter to {address}.', { address: signup.email }),
      button: phrase('Subscribe'),
    })
  } catch (error) {
    return failedLinkPage(phrase('Failed to load the confirmation page'), error)
  }
}

/**
 * Reactivates subscribers whom no administrator deactivated. Links work once, so that they cannot undo a later
 * unsubscription.
 */
export async function handleConfirm({ params }: Context): Promise<Response> {
  try {
    const signup = await readToken(params.token)
    if (!signup) return await brokenLinkPage()
    // The token's encoding is not unique.
    const link = { action: 'newsletter-link', subject: JSON.stringify(signup) }
    const isUsed = (await consumeAttempt(db(), link, SINGLE_USE)) !== null
    if (!isUsed)
      await subscribe(signup).catch(async (error) => {
        await resetAttempts(db(), link)
        throw error
      })
    const state = await findState(db(), signup.email)
    if (state === 'excluded') return await excludedPage()
    if (state !== 'active') return await brokenLinkPage()
    return await linkPage({
      title: phrase('Thank you for subscribing'),
      text: phrase('You will receive our next newsletter.'),
    })
  } catch (error) {
    return failedLinkPage(phrase('Failed to confirm the subscription'), error)
  }
}

/** A return is a new subscription, with its own date. */
async function subscribe({ email, fullName }: Signup): Promise<void> {
  await db().execute(sql`
    insert into newsletter_subscribers (email, full_name) values (${email}, ${fullName})
    on conflict (lower(email)) do update set
      is_active = true, inactive_reason = null, return_requested_at = null, subscribed_at = now()
    where not newsletter_subscribers.is_active and newsletter_subscribers.inactive_reason is not null`)
}

async function excludedPage(): Promise<Response> {
  const contactEmail = await findContactEmail(db())
  return linkPage(
    {
      title: phrase('This address cannot be subscribed'),
      text: contactEmail
        ? phrase('Our editors have ended its subscription. To subscribe again, please write to {address}.', {
            address: contactEmail,
          })
        : phrase('Our editors have ended its subscription. To subscribe again, please contact them.'),
    },
    403,
  )
}

async function readToken(token: string): Promise<(Signup & { expiresAt: number }) | undefined> {
  const value = (await openLinkSigner(db())).verify('confirm', token)
  if (!value) return undefined
  const [email, fullName, expiresAt] = tokenValue.parse(JSON.parse(value))
  return expiresAt > Date.now() ? { email, fullName, expiresAt } : undefined
}

/** GET changes nothing, since mail filters open links (RFC 8058 §1). */
export async function showUnsubscribePage({ params }: Context): Promise<Response> {
  try {
    const subscriber = await findSubscriber(params.token)
    if (!subscriber) return await invalidTokenPage(params.token)
    if (!subscriber.isActive) return await unsubscribedPage()
    return await linkPage({
      title: phrase('Unsubscribe?'),
      text: phrase('{address} will no longer receive our newsletter.', { address: subscriber.email }),
      button: phrase('Unsubscribe'),
    })
  } catch (error) {
    return failedLinkPage(phrase('Failed to load the unsubscribe page'), error)
  }
}

/** Handles the form and one-click unsubscribe (RFC 8058 §3.1). */
export async function handleUnsubscribe({ params }: Context): Promise<Response> {
  try {
    const subscriber = await findSubscriber(params.token)
    if (!subscriber) return await invalidTokenPage(params.token)
    await db().execute(sql`
      update newsletter_subscribers set is_active = false, inactive_reason = 'Unsubscribed'
      where id = ${subscriber.id} and is_active`)
    return await unsubscribedPage()
  } catch (error) {
    return failedLinkPage(phrase('Unsubscribing failed'), error)
  }
}

/** Test emails belong to no subscriber. */
function invalidTokenPage(token: string): Promise<Response> {
  if (token !== TEST_TOKEN) return brokenLinkPage()
  return linkPage({
    title: 'This is a test email',
    text: 'In emails to subscribers, this link unsubscribes the recipient. Here it has no effect.',
  })
}

function unsubscribedPage(): Promise<Response> {
  return linkPage({
    title: phrase('You are unsubscribed'),
    text: phrase('You will no longer receive our newsletter. You can subscribe again at any time.'),
  })
}

async function findSubscriber(
  token: string,
): Promise<{ id: string; email: string; isActive: boolean } | undefined> {
  const id = (await openLinkSigner(db())).verify('unsubscribe', token)
  if (!id || !isUuid(id)) return undefined
  const { rows } = await db().execute<{ id: string; email: string; isActive: boolean }>(sql`
    select id, email, is_active as "isActive" from newsletter_subscribers where id = ${id}`)
  return rows[0]
}
