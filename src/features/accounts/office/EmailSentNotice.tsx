import { MailCheck } from 'lucide-react'
import type { MailTransportKind } from '#platform/mail.server.ts'
import { OutboxHint } from './OutboxHint.tsx'

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
