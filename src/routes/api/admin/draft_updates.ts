import { createFileRoute } from '@tanstack/react-router'
import { handleAppend } from '#features/newsroom/server/append-handler.server.ts'

/** `POST /api/admin/draft_updates?draft=…&document=…`, with a Yjs update as its body. */
export const Route = createFileRoute('/api/admin/draft_updates')({
  server: { handlers: { POST: handleAppend } },
})
