import { queryOptions } from '@tanstack/react-query'
import type { Passkey } from '../server/passkeys.server.ts'
import type { OpenSession } from '../server/sessions.server.ts'
import { loadAuth } from './auth-client.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['admin', 'own-passkeys'],
  queryFn: async () => (await loadAuth<{ passkeys: Passkey[] }>('passkeys')).passkeys,
  meta: { tags: [] },
})

export const sessionsQuery = queryOptions({
  queryKey: ['admin', 'own-sessions'],
  queryFn: async () => (await loadAuth<{ sessions: OpenSession[] }>('sessions')).sessions,
  meta: { tags: [] },
})
