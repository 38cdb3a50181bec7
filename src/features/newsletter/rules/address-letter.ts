import type { Own } from '#platform/letter-stencil.server.ts'
import type { Mail } from '#platform/mail.server.ts'

/** Stands in a campaign's letter for the link to unsubscribe, which is each subscriber's own. */
export const UNSUBSCRIBE_PLACE = 'https://unsubscribe.invalid/'

/** Stands in a test letter in place of a subscriber's token. */
export const TEST_TOKEN = 'test'

/** Below this the links to unsubscribe stand. */
export const UNSUBSCRIBE_PATH = '/newsletter/unsubscribe/'

/**
 * A campaign's letter to one subscriber, with the headers by which mail programs unsubscribe (RFC 2369 §3.2, RFC 8058).
 *
 * @param own.id the same whenever this letter is sent to this subscriber
 */
export function addressLetter(
  letter: { fromName: string; subject: string; html: string; text: string },
  origin: string,
  { to, token, id }: Own,
): Mail {
  const { hostname } = new URL(origin)
  const link = origin + UNSUBSCRIBE_PATH + token
  return {
    to,
    fromName: letter.fromName,
    subject: letter.subject,
    html: letter.html.replaceAll(UNSUBSCRIBE_PLACE, link),
    text: letter.text.replaceAll(UNSUBSCRIBE_PLACE, link),
    messageId: `${id}@${hostname}`,
    headers: {
      'List-Id': `<newsletter.${hostname}>`,
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
