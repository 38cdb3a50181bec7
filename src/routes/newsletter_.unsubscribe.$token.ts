import { createFileRoute } from '@tanstack/react-router'
import { answerUnsubscribe, showUnsubscribe } from '#features/newsletter/server/answer-unsubscribe.server.ts'

/** Where the links to unsubscribe lead: GET asks, POST does it (RFC 8058). */
export const Route = createFileRoute('/newsletter_/unsubscribe/$token')({
  server: { handlers: { GET: showUnsubscribe, POST: answerUnsubscribe } },
})
