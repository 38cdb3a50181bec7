import { createFileRoute } from '@tanstack/react-router'
import { respondWithOfflinePage } from '#features/reading/server/offline-responses.server.ts'

/** The page for when there is no network. */
export const Route = createFileRoute('/offline')({
  server: { handlers: { GET: respondWithOfflinePage } },
})
