import { createFileRoute } from '@tanstack/react-router'
import { handlePortrait } from '#features/media/server/portrait.server.ts'
import { rejectUploadMethod } from '#features/media/server/upload-handler.server.ts'

/** Requires the capability `admin.open`. */
export const Route = createFileRoute('/api/admin/portrait')({
  server: { handlers: { POST: ({ request }) => handlePortrait(request), ANY: rejectUploadMethod } },
})
