import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileText, Mail, Megaphone, Newspaper, RefreshCw, Settings } from 'lucide-react'
import { useCapability } from '#features/accounts/office/useCapability.ts'
import { FailedFeeds } from '#features/feeds/office/RefreshReport.tsx'
import { refreshMessage } from '#features/feeds/rules/refresh-message.ts'
import type { FetchReport } from '#features/feeds/server/fetch-news.server.ts'
import { formatCount, formatNumber } from '#kernel/format-count.ts'
import { Button } from '#ui/office/Button.tsx'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { REFRESH_FAILURE, refreshNewsNow } from '../dashboard.functions.ts'
import { DashboardPanel, ScreenLink } from './DashboardPanel.tsx'

/** Spec §2, Admin dashboard. */
export function QuickActions() {
  const { refresh, isBusy, report } = useRefreshContent()
  const can = useCapability()
  return (
    <DashboardPanel title="Quick Actions">
      <div className="grid grid-cols-2 gap-2 p-4 lg:grid-cols-3">
        <ScreenLink to="/admin/articles">
          <Newspaper aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Manage Articles
        </ScreenLink>
        {can('settings.manage') && (
          <ScreenLink to="/admin/settings">
            <Settings aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Site Settings
          </ScreenLink>
        )}
        {can('feeds.manage') && (
          <Button onClick={refresh} isBusy={isBusy} busyText="Refreshing...">
            <RefreshCw aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Refresh Content
          </Button>
        )}
        {can('ads.manage') && (
          <ScreenLink to="/admin/adsense">
            <Megaphone aria-hidden size={16} className="shrink-0 max-sm:hidden" /> AdSense Setup
          </ScreenLink>
        )}
        {can('newsletter.manage') && (
          <ScreenLink to="/admin/newsletter">
            <Mail aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Newsletter
          </ScreenLink>
        )}
        {can('pages.manage') && (
          <ScreenLink to="/admin/pages">
            <FileText aria-hidden size={16} className="shrink-0 max-sm:hidden" /> Page Editor
          </ScreenLink>
        )}
      </div>
      <div role="status">{report && !isBusy && <RefreshOutcome report={report} />}</div>
    </DashboardPanel>
  )
}

/** Messages: spec §8. */
function useRefreshContent() {
  const queryClient = useQueryClient()
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => refreshNewsNow(),
    onSuccess: (report) => {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'dashboard'] })
      void showToast(refreshMessage(report))
    },
    onError: (error) => showFailure(error, REFRESH_FAILURE),
  })
  return { refresh: () => mutate(), isBusy: isPending, report: data }
}

function RefreshOutcome({ report }: { report: FetchReport }) {
  const { feeds, created, updated, held, duplicates, notModified, failed, errors } = report
  return (
    <div className="border-t border-rule px-4 py-3 text-14">
      <p className="font-semibold">
        {feeds === 0 ? 'No feeds can be refreshed right now' : summarise(created, updated, held)}
      </p>
      <p className="text-13 text-muted">
        {feeds === 0
          ? 'All feeds were refreshed less than a minute ago, are disabled, or are waiting to be retried.'
          : [
              `${formatCount(feeds, 'feed')} checked`,
              `${formatNumber(notModified)} unchanged`,
              formatCount(duplicates, 'duplicate'),
              `${formatNumber(failed)} failed`,
            ].join(' · ')}
      </p>
      <FailedFeeds errors={errors} />
    </div>
  )
}

function summarise(created: number, updated: number, held: number): string {
  const parts = [
    created > 0 ? formatCount(created, 'new article') : '',
    updated > 0 ? `${formatNumber(updated)} updated` : '',
    held > 0 ? `${formatNumber(held)} held for review` : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'Nothing new'
}
