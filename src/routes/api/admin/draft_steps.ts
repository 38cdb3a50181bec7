import { createFileRoute } from '@tanstack/react-router'
import { handleAppend } from '#features/collaboration/server/append-handler.server.ts'

export const Route = createFileRoute('/api/admin/draft_steps')({
  server: { handlers: { POST: handleAppend } },
})
