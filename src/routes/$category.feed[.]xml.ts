import { createFileRoute } from '@tanstack/react-router'
import { handleFeed } from '#features/syndication/server/feed-handler.server.ts'

/** The newest articles of a category as RSS. */
export const Route = createFileRoute('/$category/feed.xml')({
  server: { handlers: { GET: ({ params }) => handleFeed('rss', params.category) } },
})
