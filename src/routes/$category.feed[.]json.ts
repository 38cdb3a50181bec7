import { createFileRoute } from '@tanstack/react-router'
import { answerFeed } from '#features/syndication/server/answer-feed.server.ts'

/** The newest articles of a category as JSON Feed. */
export const Route = createFileRoute('/$category/feed.json')({
  server: { handlers: { GET: ({ params }) => answerFeed('json', params.category) } },
})
