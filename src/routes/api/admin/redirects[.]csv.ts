import { createFileRoute } from '@tanstack/react-router'
import { handleRedirectExport } from '#features/redirects/server/redirect-handlers.server.ts'

/** Requires the capability `redirects.manage`. */
export const Route = createFileRoute('/api/admin/redirects.csv')({
  server: { handlers: { POST: handleRedirectExport } },
})
