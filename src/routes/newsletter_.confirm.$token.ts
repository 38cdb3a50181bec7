import { createFileRoute } from '@tanstack/react-router'
import { handleConfirm, showConfirmPage } from '#features/newsletter/server/confirm-handler.server.ts'

/** Where the links that confirm a subscription lead: GET asks, POST does it. */
export const Route = createFileRoute('/newsletter_/confirm/$token')({
  server: { handlers: { GET: showConfirmPage, POST: handleConfirm } },
})
