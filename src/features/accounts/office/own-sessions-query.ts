import { queryOptions } from '@tanstack/react-query'
import type { OwnSession } from '../server/own-sessions.server.ts'
import { askAuth, messageOf } from './ask-auth.ts'

export const ownSessionsKey = ['admin', 'own-sessions']

/** One's open sessions, the last used first. */
export const ownSessionsQuery = queryOptions({
  queryKey: ownSessionsKey,
  async queryFn() {
    const answer = await askAuth<{ sessions: OwnSession[] }>('sessions')
    if (answer.kind !== 'done') throw new Error(messageOf(answer))
    return answer.data.sessions
  },
  meta: { tags: [] },
})
