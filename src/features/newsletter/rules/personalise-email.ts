import type { RecipientFields } from '#platform/mail/email-template.server.ts'
import type { EmailMessage } from '#platform/mail/mail.server.ts'

/** Replaced by the recipient's unsubscribe link. */
export const UNSUBSCRIBE_PLACEHOLDER = 'https://unsubscribe.invalid/'

export const TEST_TOKEN = 'test'

const UNSUBSCRIBE_PATH = '/newsletter/unsubscribe/'

/**
 * Adds one-click unsubscribe (RFC 2369 §3.2, RFC 8058).
 *
 * @param recipient.id for a stable Message-ID
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
    html: withLink(email.html, link),
    text: withLink(email.text, link),
    messageId: `${id}@${hostname}`,
    headers: {
      'List-Id': `<newsletter.${hostname}>`,
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

/** The link is in the footer: texts above it must not get the recipient's token. */
function withLink(part: string, link: string): string {
  const at = part.lastIndexOf(UNSUBSCRIBE_PLACEHOLDER)
  return at < 0 ? part : part.slice(0, at) + link + part.slice(at + UNSUBSCRIBE_PLACEHOLDER.length)
}
