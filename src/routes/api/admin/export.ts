import { createFileRoute } from '@tanstack/react-router'
import { handleExport } from '#features/exports/server/export-handler.server.ts'

/** Requires the capability `paper.export`. */
export const Route = createFileRoute('/api/admin/export')({
  server: { handlers: { POST: handleExport } },
})
