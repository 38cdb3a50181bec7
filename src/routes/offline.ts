import { createFileRoute } from '@tanstack/react-router'
import { respondWithOfflinePage } from '#features/reading/server/offline-responses.server.ts'

/** Cached for readers without a network. */
export const Route = createFileRoute('/offline')({
  server: { handlers: { GET: respondWithOfflinePage } },
})
