import { createFileRoute } from '@tanstack/react-router'
import { answerOfflinePage } from '#features/reading/server/answer-offline.server.ts'

/** The page for when there is no network. */
export const Route = createFileRoute('/offline')({
  server: { handlers: { GET: answerOfflinePage } },
})
