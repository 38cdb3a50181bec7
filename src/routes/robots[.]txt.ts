import { createFileRoute } from '@tanstack/react-router'
import { answerRobots } from '#features/syndication/server/answer-text.server.ts'

/** What crawlers may read. */
export const Route = createFileRoute('/robots.txt')({
  server: { handlers: { GET: answerRobots } },
})
