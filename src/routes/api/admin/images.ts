import { createFileRoute } from '@tanstack/react-router'
import { handleChunk } from '#features/media/server/library-upload.server.ts'
import { handleUpload, rejectUploadMethod } from '#features/media/server/upload-handler.server.ts'

/** Requires the capability `image.upload`. */
export const Route = createFileRoute('/api/admin/images')({
  server: {
    handlers: {
      POST: ({ request }) => handleUpload(request),
      PATCH: ({ request }) => handleChunk(request),
      ANY: rejectUploadMethod,
    },
  },
})
