import { createFileRoute } from '@tanstack/react-router'
import { answerFeed } from '#features/syndication/server/answer-feed.server.ts'

/** The newest articles of a category as RSS. */
export const Route = createFileRoute('/$category/feed.xml')({
  server: { handlers: { GET: ({ params }) => answerFeed('rss', params.category) } },
})
