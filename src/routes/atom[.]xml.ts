import { createFileRoute } from '@tanstack/react-router'
import { answerFeed } from '#features/syndication/server/answer-feed.server.ts'

/** The newest articles as Atom. */
export const Route = createFileRoute('/atom.xml')({
  server: { handlers: { GET: () => answerFeed('atom') } },
})
