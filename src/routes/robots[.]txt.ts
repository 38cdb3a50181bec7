import { createFileRoute } from '@tanstack/react-router'
import { handleRobots } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/robots.txt')({
  server: { handlers: { GET: handleRobots } },
})
