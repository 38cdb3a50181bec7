import { createFileRoute } from '@tanstack/react-router'
import { handleLlms } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/llms.txt')({
  server: { handlers: { GET: handleLlms } },
})
