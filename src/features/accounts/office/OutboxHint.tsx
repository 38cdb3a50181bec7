import type { MailTransportKind } from '#platform/mail.server.ts'

/** Says where emails are stored if the site has no mail server. */
export function OutboxHint({ transport }: { transport: MailTransportKind }) {
  if (transport !== 'outbox') return null
  return (
    <p className="text-13 text-muted">
      This site has no mail server. Emails are saved on the server, in <code>DATA_DIR/outbox</code>.
    </p>
  )
}
