import { createFileRoute } from '@tanstack/react-router'
import { handleFollowingFeed } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/following/feed.xml')({
  server: { handlers: { GET: ({ request }) => handleFollowingFeed(request) } },
})
