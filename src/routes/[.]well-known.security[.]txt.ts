import { createFileRoute } from '@tanstack/react-router'
import { handleSecurityText } from '#features/syndication/server/crawler-text-handler.server.ts'

/** The contact for reports of vulnerabilities. */
export const Route = createFileRoute('/.well-known/security.txt')({
  server: { handlers: { GET: () => handleSecurityText(new Date()) } },
})
