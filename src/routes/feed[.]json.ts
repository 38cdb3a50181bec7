import { createFileRoute } from '@tanstack/react-router'
import { handleFeed } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/feed.json')({
  server: { handlers: { GET: () => handleFeed('json') } },
})
