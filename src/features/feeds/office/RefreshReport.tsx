import { X } from 'lucide-react'
import { describeRefresh } from '../rules/refresh-message.ts'
import type { FetchReport } from '../server/fetch-news.server.ts'
import type { RefreshOutcome } from './useRefresh.ts'

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
        aria-label="Dismiss report"
        onClick={onClose}
        className="office-icon-button shrink-0"
      >
        <X aria-hidden size={18} />
      </button>
    </div>
  )
}

export function FailedFeeds({ errors }: { errors: FetchReport['errors'] }) {
  if (errors.length === 0) return null
  return (
    <ul aria-label="Feeds that failed" className="flex flex-col gap-1 pt-2 text-13">
      {errors.map(({ url, title, error }) => (
        <li key={url} className="wrap-anywhere">
          <bdi className="font-semibold">{title || url}</bdi>: {error}
        </li>
      ))}
    </ul>
  )
}
