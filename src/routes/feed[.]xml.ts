import { createFileRoute } from '@tanstack/react-router'
import { handleFeed } from '#features/syndication/server/feed-handler.server.ts'

/** The newest articles as RSS. */
export const Route = createFileRoute('/feed.xml')({
  server: { handlers: { GET: () => handleFeed('rss') } },
})
