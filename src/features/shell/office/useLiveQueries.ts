import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { accountQuery } from '#features/accounts/session.functions.ts'
import {
  getFollowedDraft,
  listenForDraft,
  onFollowedDraftChange,
} from '#features/newsroom/office/followed-draft.ts'
import { OFFICE_LIVE_PATH } from '#kernel/paths.ts'
import { followChanges } from '../reader/follow-changes.ts'
import { isAffected } from '../rules/is-affected.ts'
import { invalidateQueries } from './invalidate-queries.ts'

const RETRY_MS = 15_000

/** Follows the changes that the queries of the screen depend on, and the draft that is open in the editor. */
export function useLiveQueries(): void {
  const queryClient = useQueryClient()
  const draft = useSyncExternalStore(onFollowedDraftChange, getFollowedDraft, getFollowedDraft)
  useEffect(
    () =>
      followChanges({
        path: `${OFFICE_LIVE_PATH}?${draft ? `draft=${draft.id}&` : ''}`,
        retryMs: RETRY_MS,
        onChange(tags) {
          const changed = tags && new Set(tags)
          invalidateQueries(queryClient, (query) => isAffected(query, changed))
        },
        // The session may have ended.
        onRejected: () => void queryClient.invalidateQueries(accountQuery),
        onConnect: (source) => draft && listenForDraft(source, draft),
      }),
    [queryClient, draft],
  )
}
