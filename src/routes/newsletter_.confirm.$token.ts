import { createFileRoute } from '@tanstack/react-router'
import { answerConfirm, showConfirm } from '#features/newsletter/server/confirm-signup.server.ts'

/** Where the links that confirm a subscription lead: GET asks, POST does it. */
export const Route = createFileRoute('/newsletter_/confirm/$token')({
  server: { handlers: { GET: showConfirm, POST: answerConfirm } },
})
