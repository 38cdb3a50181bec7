import { createFileRoute } from '@tanstack/react-router'
import { handleCollectionFeed } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/author/$slug/atom.xml')({
  server: { handlers: { GET: ({ params }) => handleCollectionFeed('atom', 'author', params.slug) } },
})
