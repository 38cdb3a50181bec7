import { createFileRoute } from '@tanstack/react-router'
import { answerAuth } from '#features/accounts/server/answer-auth.server.ts'

/** `/api/auth/…`: signing in and out, and the session of who asks. */
export const Route = createFileRoute('/api/auth/$')({ server: { handlers: { ANY: answerAuth } } })
