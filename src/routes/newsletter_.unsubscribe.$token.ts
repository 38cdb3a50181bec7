import { createFileRoute } from '@tanstack/react-router'
import { handleUnsubscribe, showUnsubscribePage } from '#features/newsletter/server/link-handlers.server.ts'

/** GET shows a form, POST unsubscribes (RFC 8058). */
export const Route = createFileRoute('/newsletter_/unsubscribe/$token')({
  server: { handlers: { GET: showUnsubscribePage, POST: handleUnsubscribe } },
})
