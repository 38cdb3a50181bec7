import { sql } from 'drizzle-orm'
import { isUuid } from '#kernel/uuid.ts'
import { db } from '#platform/database/db.server.ts'
import { TEST_TOKEN } from '../rules/personalise-email.ts'
import { brokenLinkPage, failedLinkPage, linkPage } from './link-page.server.ts'
import { openLinkSigner } from './signed-link.server.ts'

type Context = { params: { token: string } }

/** GET changes nothing, since mail filters open links (RFC 8058 §1). */
export async function showUnsubscribePage({ params }: Context): Promise<Response> {
  try {
    const subscriber = await findSubscriber(params.token)
    if (!subscriber) return await invalidTokenPage(params.token)
    if (!subscriber.isActive) return await unsubscribedPage()
    return await linkPage({
      title: 'Unsubscribe?',
      text: `${subscriber.email} will no longer receive our newsletter.`,
      button: 'Unsubscribe',
    })
  } catch (error) {
    return failedLinkPage('Failed to load the unsubscribe page', error)
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
    return failedLinkPage('Unsubscribing failed', error)
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
    title: 'You are unsubscribed',
    text: 'You will no longer receive our newsletter. You can subscribe again at any time.',
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
