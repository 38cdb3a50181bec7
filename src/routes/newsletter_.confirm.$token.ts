import { createFileRoute } from '@tanstack/react-router'
import { handleConfirm, showConfirmPage } from '#features/newsletter/server/link-handlers.server.ts'

export const Route = createFileRoute('/newsletter_/confirm/$token')({
  server: { handlers: { GET: showConfirmPage, POST: handleConfirm } },
})
