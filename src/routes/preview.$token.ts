import { createFileRoute } from '@tanstack/react-router'
import { showSharedPreview } from '#features/publishing/server/shared-preview-page.server.ts'

export const Route = createFileRoute('/preview/$token')({
  server: { handlers: { GET: showSharedPreview } },
})
