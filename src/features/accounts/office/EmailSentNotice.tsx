import { MailCheck } from 'lucide-react'
import type { MailTransportKind } from '#platform/mail.server.ts'

/** Without a mail server, shows where emails are stored. */
export function EmailSentNotice({ transport, children }: { transport: MailTransportKind; children: string }) {
  return (
    <div role="status" className="flex gap-3">
      <MailCheck aria-hidden size={20} className="mt-0.5 shrink-0" />
      <div className="flex flex-col gap-2">
        <p>{children}</p>
        {transport === 'outbox' && (
          <p className="text-muted">
            This site has no mail server. Emails are saved on the server, in the <code>outbox</code> folder of
            the data directory.
          </p>
        )}
      </div>
    </div>
  )
}
