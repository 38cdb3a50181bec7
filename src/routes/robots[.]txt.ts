import { createFileRoute } from '@tanstack/react-router'
import { handleRobots } from '#features/syndication/server/crawler-text-handler.server.ts'

export const Route = createFileRoute('/robots.txt')({
  server: { handlers: { GET: handleRobots } },
})
