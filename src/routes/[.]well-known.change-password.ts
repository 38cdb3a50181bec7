import { createFileRoute } from '@tanstack/react-router'
import { redirectToPasswordForm } from '#features/accounts/server/password-form-redirect.server.ts'

export const Route = createFileRoute('/.well-known/change-password')({
  server: { handlers: { GET: redirectToPasswordForm } },
})
