import { createFileRoute } from '@tanstack/react-router'
import { handleAuditExport } from '#features/audit-log/server/audit-log.server.ts'

export const Route = createFileRoute('/api/admin/audit_log.csv')({
  server: { handlers: { POST: handleAuditExport } },
})
