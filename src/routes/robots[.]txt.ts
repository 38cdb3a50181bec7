import { createFileRoute } from '@tanstack/react-router'
import { handleRobots } from '#features/syndication/server/crawler-text-handler.server.ts'

/** What crawlers may read. */
export const Route = createFileRoute('/robots.txt')({
  server: { handlers: { GET: handleRobots } },
})
