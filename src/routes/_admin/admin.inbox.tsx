import { createFileRoute } from '@tanstack/react-router'
import { InboxScreen } from '#features/inbox/admin/InboxScreen.tsx'
import { phrase } from '#kernel/text/phrase.ts'

export const Route = createFileRoute('/_admin/admin/inbox')({
  head: () => ({ meta: [{ title: phrase('Inbox | Admin') }] }),
  component: InboxScreen,
})
