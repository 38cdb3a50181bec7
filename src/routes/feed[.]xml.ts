import { createFileRoute } from '@tanstack/react-router'
import { answerFeed } from '#features/syndication/server/answer-feed.server.ts'

/** The newest articles as RSS. */
export const Route = createFileRoute('/feed.xml')({
  server: { handlers: { GET: () => answerFeed('rss') } },
})
