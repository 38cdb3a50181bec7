import { sql } from 'drizzle-orm'
import { isUuid } from '#kernel/uuid.ts'
import { db } from '#platform/database/db.server.ts'
import { failedRoute } from '#platform/http/failed-route.server.ts'
import { TEST_TOKEN } from '../rules/address-letter.ts'
import { brokenLinkPage, linkPage } from './link-page.server.ts'
import { openLinkSigner } from './signed-link.server.ts'

type Asked = { params: { token: string } }

/** Asks whether to unsubscribe, and changes nothing: mail filters open every link (RFC 8058 §1). */
export async function showUnsubscribe({ params }: Asked): Promise<Response> {
  try {
    const subscriber = await findSubscriber(params.token)
    if (!subscriber) return await nobodysPage(params.token)
    if (!subscriber.isActive) return await unsubscribedPage()
    return await linkPage({
      title: 'Unsubscribe?',
      text: `We shall send no more letters to ${subscriber.email}.`,
      button: 'Unsubscribe',
    })
  } catch (error) {
    return failedRoute('The page to unsubscribe failed', error)
  }
}

/** Unsubscribes at once, for the button of that page as for a mail program's (RFC 8058 §3.1): no cookie, no question. */
export async function answerUnsubscribe({ params }: Asked): Promise<Response> {
  try {
    const subscriber = await findSubscriber(params.token)
    if (!subscriber) return await nobodysPage(params.token)
    await db().execute(sql`
      update newsletter_subscribers set is_active = false, inactive_reason = 'Unsubscribed'
      where id = ${subscriber.id} and is_active`)
    return await unsubscribedPage()
  } catch (error) {
    return failedRoute('A subscriber could not unsubscribe', error)
  }
}

/** Of a link that is no subscriber's. An editor who tries a test letter's must not think that nobody can unsubscribe. */
function nobodysPage(token: string): Promise<Response> {
  if (token !== TEST_TOKEN) return brokenLinkPage()
  return linkPage({
    title: 'This was a test letter',
    text: 'In the letters to subscribers this link unsubscribes whom it was sent to. Here it changes nothing.',
  })
}

function unsubscribedPage(): Promise<Response> {
  return linkPage({
    title: 'You are unsubscribed',
    text: 'No more letters will come. You are welcome back at any time.',
  })
}

async function findSubscriber(
  token: string,
): Promise<{ id: string; email: string; isActive: boolean } | undefined> {
  const id = (await openLinkSigner(db())).read('unsubscribe', token)
  if (!id || !isUuid(id)) return undefined
  const { rows } = await db().execute<{ id: string; email: string; isActive: boolean }>(sql`
    select id, email, is_active as "isActive" from newsletter_subscribers where id = ${id}`)
  return rows[0]
}
