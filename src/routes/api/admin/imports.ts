import { createFileRoute } from '@tanstack/react-router'
import { handleExportUpload } from '#features/imports/server/receive-export.server.ts'

/** Requires the capability `imports.manage`. */
export const Route = createFileRoute('/api/admin/imports')({
  server: { handlers: { PATCH: ({ request }) => handleExportUpload(request) } },
})
