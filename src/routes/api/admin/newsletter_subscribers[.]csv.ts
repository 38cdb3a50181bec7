import { createFileRoute } from '@tanstack/react-router'
import { handleSubscriberExport } from '#features/newsletter/server/subscribers.server.ts'

/** Spec §7, CSV export. */
export const Route = createFileRoute('/api/admin/newsletter_subscribers.csv')({
  server: { handlers: { POST: handleSubscriberExport } },
})
