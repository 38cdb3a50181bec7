import { createFileRoute } from '@tanstack/react-router'
import { handleSecurityText } from '#features/syndication/server/syndication-handlers.server.ts'

export const Route = createFileRoute('/.well-known/security.txt')({
  server: { handlers: { GET: () => handleSecurityText(new Date()) } },
})
