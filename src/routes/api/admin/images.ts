import { createFileRoute } from '@tanstack/react-router'
import { handleUpload, rejectUploadMethod } from '#features/media/server/upload-handler.server.ts'

/** For everyone with access to the back office (capability `image.upload`). */
export const Route = createFileRoute('/api/admin/images')({
  server: { handlers: { POST: ({ request }) => handleUpload(request), ANY: rejectUploadMethod } },
})
