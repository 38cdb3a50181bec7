import { MailCheck } from 'lucide-react'
import { phrase, phraseParts } from '#kernel/text/phrase.ts'
import type { MailTransportKind } from '#platform/mail/mail.server.ts'

/** `children` is the text for a site with a mail server. */
export function EmailSentNotice({ transport, children }: { transport: MailTransportKind; children: string }) {
  return (
    <div role="status" className="flex gap-3">
      <MailCheck aria-hidden size={20} className="mt-0.5 shrink-0" />
      <p>
        {transport === 'outbox'
          ? phrase(
              'This site has no mail server yet. Ask its administrator for the email, which is in the server’s outbox folder.',
            )
          : children}
      </p>
    </div>
  )
}

/** Names the folder of emails if the site has no mail server. */
export function OutboxHint({ transport }: { transport: MailTransportKind }) {
  if (transport !== 'outbox') return null
  return (
    <p className="text-13 text-muted">
      {phraseParts('This site has no mail server. Emails are saved on the server, in {code}.', {
        code: <code key="code">DATA_DIR/outbox</code>,
      })}
    </p>
  )
}
