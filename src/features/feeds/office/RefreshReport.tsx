import { X } from 'lucide-react'
import { FailedFeeds } from './FailedFeeds.tsx'
import type { RefreshOutcome } from './useRefresh.ts'

/** What a refresh brought in, until it is put away. */
export function RefreshReport({ outcome, onClose }: { outcome: RefreshOutcome; onClose: () => void }) {
  const { report, name } = outcome
  const { feeds, created, updated, notModified, failed, errors } = report
  return (
    <div role="status" className="sheet flex items-start justify-between gap-3 py-3 ps-4 pe-1">
      <div className="min-w-0 text-14">
        <p className="font-semibold wrap-anywhere">{name ?? 'All feeds'} refreshed</p>
        <p className="tabular-nums">
          {feeds === 0
            ? 'No feed was asked: it is disabled or gone.'
            : `${counted(created, 'article')} new, ${updated} updated, ${counted(notModified, 'feed')} unchanged, ${failed} failed`}
        </p>
        <FailedFeeds errors={errors} />
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

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}
