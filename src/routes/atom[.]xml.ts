import { createFileRoute } from '@tanstack/react-router'
import { handleFeed } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/atom.xml')({
  server: { handlers: { GET: () => handleFeed('atom') } },
})
