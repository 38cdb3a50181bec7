import { createFileRoute } from '@tanstack/react-router'
import { answerFeed } from '#features/syndication/server/answer-feed.server.ts'

/** The newest articles of a category as Atom. */
export const Route = createFileRoute('/$category/atom.xml')({
  server: { handlers: { GET: ({ params }) => answerFeed('atom', params.category) } },
})
