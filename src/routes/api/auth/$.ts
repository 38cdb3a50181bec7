import { createFileRoute } from '@tanstack/react-router'
import { handleAuth } from '#features/accounts/server/auth-handler.server.ts'

export const Route = createFileRoute('/api/auth/$')({ server: { handlers: { ANY: handleAuth } } })
