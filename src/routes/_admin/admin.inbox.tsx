import { createFileRoute } from '@tanstack/react-router'
import { InboxScreen } from '#features/inbox/admin/InboxScreen.tsx'

export const Route = createFileRoute('/_admin/admin/inbox')({
  head: () => ({ meta: [{ title: 'Inbox | Admin' }] }),
  component: InboxScreen,
})
