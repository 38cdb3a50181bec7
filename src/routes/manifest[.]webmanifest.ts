import { createFileRoute } from '@tanstack/react-router'
import { answerManifest } from '#features/reading/server/answer-offline.server.ts'

/** By what a device installs the paper. */
export const Route = createFileRoute('/manifest.webmanifest')({
  server: { handlers: { GET: answerManifest } },
})
