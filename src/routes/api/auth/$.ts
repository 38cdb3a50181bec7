import { createFileRoute } from '@tanstack/react-router'
import { handleAuth } from '#features/accounts/server/auth-handler.server.ts'

/** `/api/auth/…`: signing in and out, and the session of who asks. */
export const Route = createFileRoute('/api/auth/$')({ server: { handlers: { ANY: handleAuth } } })
