import { MailCheck } from 'lucide-react'
import type { MailTransportKind } from '#platform/mail.server.ts'

export function EmailSentNotice({ transport, children }: { transport: MailTransportKind; children: string }) {
  return (
    <div role="status" className="flex gap-3">
      <MailCheck aria-hidden size={20} className="mt-0.5 shrink-0" />
      <div className="flex flex-col gap-2">
        <p>{children}</p>
        <OutboxHint transport={transport} />
      </div>
    </div>
  )
}

/** Says where emails are stored if the site has no mail server. */
export function OutboxHint({ transport }: { transport: MailTransportKind }) {
  if (transport !== 'outbox') return null
  return (
    <p className="text-13 text-muted">
      This site has no mail server. Emails are saved on the server, in <code>DATA_DIR/outbox</code>.
    </p>
  )
}
