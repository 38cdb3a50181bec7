import { createFileRoute } from '@tanstack/react-router'
import { handleUpload, rejectUploadMethod } from '#features/media/server/upload-handler.server.ts'

/** Requires the capability `image.upload`. */
export const Route = createFileRoute('/api/admin/images')({
  server: { handlers: { POST: ({ request }) => handleUpload(request), ANY: rejectUploadMethod } },
})
