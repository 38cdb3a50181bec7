import { createFileRoute } from '@tanstack/react-router'
import { InboxScreen } from '#features/inbox/office/InboxScreen.tsx'

export const Route = createFileRoute('/_office/admin/inbox')({
  head: () => ({ meta: [{ title: 'Inbox | Admin' }] }),
  component: InboxScreen,
})
