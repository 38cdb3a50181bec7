import type { RecipientFields } from '#platform/email-template.server.ts'
import type { EmailMessage } from '#platform/mail.server.ts'

/** Placeholder in a campaign's content for the unsubscribe link of the recipient. */
export const UNSUBSCRIBE_PLACEHOLDER = 'https://unsubscribe.invalid/'

/** The token in the unsubscribe link of a test email. */
export const TEST_TOKEN = 'test'

const UNSUBSCRIBE_PATH = '/newsletter/unsubscribe/'

/**
 * Addresses a campaign's email to one subscriber, with the headers for one-click unsubscribe (RFC 2369 §3.2, RFC 8058).
 *
 * @param recipient.id stable for this campaign and subscriber, for the Message-ID
 */
export function personaliseEmail(
  email: { fromName: string; subject: string; html: string; text: string },
  origin: string,
  { to, token, id }: RecipientFields,
): EmailMessage {
  const { hostname } = new URL(origin)
  const link = origin + UNSUBSCRIBE_PATH + token
  return {
    to,
    fromName: email.fromName,
    subject: email.subject,
    html: email.html.replaceAll(UNSUBSCRIBE_PLACEHOLDER, link),
    text: email.text.replaceAll(UNSUBSCRIBE_PLACEHOLDER, link),
    messageId: `${id}@${hostname}`,
    headers: {
      'List-Id': `<newsletter.${hostname}>`,
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
