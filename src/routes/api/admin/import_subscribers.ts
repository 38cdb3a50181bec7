import { createFileRoute } from '@tanstack/react-router'
import { handleSubscriberImport } from '#features/newsletter/server/import-subscribers.server.ts'

/** Requires the capability `newsletter.manage`. */
export const Route = createFileRoute('/api/admin/import_subscribers')({
  server: { handlers: { POST: handleSubscriberImport } },
})
