import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { phrase } from '#kernel/text/phrase.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { describeRefresh, type RefreshResult, refreshMessage } from '../../ingest/refresh-message.ts'
import { refreshFailure, refreshNow } from '../feeds.functions.ts'

/** `name`: undefined for all feeds. */
type RefreshOutcome = { report: RefreshResult; name: string | undefined }

export type Refresh = {
  /** Feed ids, or "all". */
  busy: ReadonlySet<string>
  outcome: RefreshOutcome | undefined
  start: (feed?: { id: string; name: string }) => void
  dismiss: () => void
}

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
    onError: (error) => showFailure(error, refreshFailure()),
    onSettled: (_report, _error, feed) =>
      setBusy((known) => new Set([...known].filter((id) => id !== (feed?.id ?? 'all')))),
  })
  return { busy, outcome, start: mutate, dismiss: () => setOutcome(undefined) }
}

export function RefreshReport({ outcome, onClose }: { outcome: RefreshOutcome; onClose: () => void }) {
  const { report, name } = outcome
  const { title, text } = describeRefresh(report, name)
  return (
    <div role="status" className="sheet flex items-start justify-between gap-3 py-3 ps-4 pe-1">
      <div className="min-w-0 text-14">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="tabular-nums">{text}</p>
        <FailedFeeds errors={report.errors} />
      </div>
      <button
        type="button"
        aria-label={phrase('Dismiss report')}
        onClick={onClose}
        className="admin-icon-button shrink-0"
      >
        <X aria-hidden size={18} />
      </button>
    </div>
  )
}

function FailedFeeds({ errors }: { errors: RefreshResult['errors'] }) {
  if (errors.length === 0) return null
  return (
    <ul aria-label={phrase('Feeds that failed')} className="flex flex-col gap-1 pt-2 text-13">
      {errors.map(({ url, title, error }) => (
        <li key={url} className="wrap-anywhere">
          <bdi className="font-semibold">{title || url}</bdi>: {error}
        </li>
      ))}
    </ul>
  )
}
