import { createFileRoute } from '@tanstack/react-router'
import { answerFeed } from '#features/syndication/server/answer-feed.server.ts'

/** The newest articles as JSON Feed. */
export const Route = createFileRoute('/feed.json')({
  server: { handlers: { GET: () => answerFeed('json') } },
})
