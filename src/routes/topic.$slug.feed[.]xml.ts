import { createFileRoute } from '@tanstack/react-router'
import { handleCollectionFeed } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/topic/$slug/feed.xml')({
  server: { handlers: { GET: ({ params }) => handleCollectionFeed('rss', 'topic', params.slug) } },
})
