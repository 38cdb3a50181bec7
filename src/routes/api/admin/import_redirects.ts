import { createFileRoute } from '@tanstack/react-router'
import { handleRedirectImport } from '#features/redirects/server/redirect-handlers.server.ts'

/** Requires the capability `redirects.manage`. */
export const Route = createFileRoute('/api/admin/import_redirects')({
  server: { handlers: { POST: handleRedirectImport } },
})
