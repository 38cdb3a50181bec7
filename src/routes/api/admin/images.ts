import { createFileRoute } from '@tanstack/react-router'
import { answerUpload, refuseUploadMethod } from '#features/media/server/answer-upload.server.ts'

/** `POST /api/admin/images?name=…`: stores an image that an administrator uploads. */
export const Route = createFileRoute('/api/admin/images')({
  server: { handlers: { POST: ({ request }) => answerUpload(request), ANY: refuseUploadMethod } },
})
