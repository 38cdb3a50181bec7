import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { REFRESH_FAILURE, refreshNow } from '../feeds.functions.ts'
import { type RefreshResult, refreshMessage } from '../rules/refresh-message.ts'

/** `name`: undefined for all feeds. */
export type RefreshOutcome = { report: RefreshResult; name: string | undefined }

export type Refresh = {
  /** Feed ids, or "all". */
  busy: ReadonlySet<string>
  outcome: RefreshOutcome | undefined
  start: (feed?: { id: string; name: string }) => void
  dismiss: () => void
}

/** Spec §8. */
export function useRefresh(): Refresh {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [outcome, setOutcome] = useState<RefreshOutcome>()
  const { mutate } = useMutation({
    mutationFn: (feed: { id: string; name: string } | undefined) => refreshNow(feed?.id),
    onMutate: (feed) => setBusy((known) => new Set(known).add(feed?.id ?? 'all')),
    onSuccess(report, feed) {
      setOutcome({ report, name: feed?.name })
      void queryClient.invalidateQueries({ queryKey: ['admin'] })
      void showToast(refreshMessage(report))
    },
    onError: (error) => showFailure(error, REFRESH_FAILURE),
    onSettled: (_report, _error, feed) =>
      setBusy((known) => new Set([...known].filter((id) => id !== (feed?.id ?? 'all')))),
  })
  return { busy, outcome, start: mutate, dismiss: () => setOutcome(undefined) }
}
