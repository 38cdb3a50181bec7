import { createFileRoute } from '@tanstack/react-router'
import { handleFeed } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/$category/feed.xml')({
  server: { handlers: { GET: ({ params }) => handleFeed('rss', params.category) } },
})
