import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountQuery } from '#features/accounts/session.functions.ts'
import { OFFICE_LIVE_PATH } from '#kernel/paths.ts'
import { followChanges } from '../reader/follow-changes.ts'
import { isAffected } from '../rules/is-affected.ts'

const RETRY_MS = 15_000

export function useLiveQueries(): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      followChanges({
        path: OFFICE_LIVE_PATH,
        retryMs: RETRY_MS,
        onChange(tags) {
          const changed = tags && new Set(tags)
          void queryClient.invalidateQueries({ predicate: (query) => isAffected(query, changed) })
        },
        // The session may have ended.
        onRejected: () => void queryClient.invalidateQueries(accountQuery),
      }),
    [queryClient],
  )
}
