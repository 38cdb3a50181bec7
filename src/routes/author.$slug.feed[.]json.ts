import { createFileRoute } from '@tanstack/react-router'
import { handleCollectionFeed } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/author/$slug/feed.json')({
  server: { handlers: { GET: ({ params }) => handleCollectionFeed('json', 'author', params.slug) } },
})
