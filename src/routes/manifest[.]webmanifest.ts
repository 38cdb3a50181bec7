import { createFileRoute } from '@tanstack/react-router'
import { respondWithManifest } from '#features/reading/server/offline-responses.server.ts'

export const Route = createFileRoute('/manifest.webmanifest')({
  server: { handlers: { GET: respondWithManifest } },
})
