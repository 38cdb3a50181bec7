import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText, Mail, Megaphone, Newspaper, RefreshCw, Settings } from 'lucide-react'
import { useState } from 'react'
import { useCapability } from '#features/access/admin/useCapability.ts'
import { RefreshReport, useRefresh } from '#features/feeds/manage/admin/useRefresh.tsx'
import { phrase, plural } from '#kernel/text/phrase.ts'
import { formatDayAndTime } from '#kernel/time/dates.ts'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { Button } from '#ui/admin/Button.tsx'
import { ConfirmDialog } from '#ui/admin/dialogs/ConfirmDialog.tsx'
import { LoadState } from '#ui/admin/LoadState.tsx'
import { useCancellableMutation } from '#ui/admin/useCancellableMutation.ts'
import { showFailure } from '#ui/show-failure.ts'
import { showToast } from '#ui/toast.ts'
import { dashboardQuery, loadFailure, removeSampleEdition, sampleFailure } from '../dashboard.functions.ts'
import type { BackupSummary } from '../server/dashboard.server.ts'
import { DashboardPanel, ScreenLink } from './DashboardPanel.tsx'
import { MyWork } from './MyWork.tsx'
import { RecentArticles } from './RecentArticles.tsx'
import { AdSummary, FeedSummary, SettingsSummary } from './SiteSummaries.tsx'
import { StatCards } from './StatCards.tsx'

/** Spec §2, Admin dashboard. */
export function Dashboard() {
  const can = useCapability()
  return (
    <AdminPage title={phrase('Dashboard')} text={phrase('An overview of your site.')}>
      {can('article.write') && <MyWork />}
      <LoadState
        query={useQuery(dashboardQuery)}
        failure={loadFailure()}
        loading={
          <>
            <StatCards metrics={null} />
            <p role="status" className="admin-late text-14 text-muted">
              {phrase('Loading admin dashboard...')}
            </p>
          </>
        }
      >
        {({ sampleArticles, metrics, recent, feeds, settings, backup }) => (
          <>
            {backup?.isOverdue && <BackupNotice backup={backup} />}
            {sampleArticles > 0 && <SampleNotice count={sampleArticles} />}
            <StatCards metrics={metrics} />
            <RecentArticles articles={recent} />
            <QuickActions />
            <div className="grid gap-5 lg:grid-cols-3">
              {feeds && <FeedSummary feeds={feeds} />}
              {settings && (
                <SettingsSummary settings={settings} lastBackupAt={backup?.lastBackupAt ?? null} />
              )}
              {settings && can('ads.manage') && <AdSummary settings={settings} />}
            </div>
          </>
        )}
      </LoadState>
    </AdminPage>
  )
}

function BackupNotice({ backup: { lastBackupAt, error } }: { backup: BackupSummary }) {
  return (
    <aside aria-label={phrase('Backup')} className="border border-s-4 border-danger bg-paper p-4 text-14">
      <p>
        <strong className="font-semibold">
          {lastBackupAt
            ? phrase('The last backup was made on {lastBackupAt}.', {
                lastBackupAt: formatDayAndTime(lastBackupAt),
              })
            : phrase('There is no backup.')}
        </strong>{' '}
        <span className="text-muted">{phrase("Check BACKUP_TO and the server's log.")}</span>
      </p>
      {error && (
        <p className="pt-1 wrap-anywhere text-muted">
          {phrase('The last attempt failed: {error}', { error })}
        </p>
      )}
    </aside>
  )
}

function QuickActions() {
  const { start, busy, outcome, dismiss } = useRefresh()
  const can = useCapability()
  return (
    <DashboardPanel title={phrase('Quick Actions')}>
      <div className="grid grid-cols-2 gap-2 p-4 magnified:grid-cols-1 lg:grid-cols-3">
        <ScreenLink to="/admin/articles">
          <Newspaper aria-hidden size={16} className="shrink-0 max-sm:hidden" /> {phrase('Manage Articles')}
        </ScreenLink>
        {can('settings.manage') && (
          <ScreenLink to="/admin/settings">
            <Settings aria-hidden size={16} className="shrink-0 max-sm:hidden" /> {phrase('Site Settings')}
          </ScreenLink>
        )}
        {can('feeds.manage') && (
          <Button onClick={() => start()} isBusy={busy.has('all')} busyText={phrase('Refreshing...')}>
            <RefreshCw aria-hidden size={16} className="shrink-0 max-sm:hidden" /> {phrase('Refresh Content')}
          </Button>
        )}
        {can('ads.manage') && (
          <ScreenLink to="/admin/adsense">
            <Megaphone aria-hidden size={16} className="shrink-0 max-sm:hidden" /> {phrase('AdSense Setup')}
          </ScreenLink>
        )}
        {can('newsletter.manage') && (
          <ScreenLink to="/admin/newsletter">
            <Mail aria-hidden size={16} className="shrink-0 max-sm:hidden" /> {phrase('Newsletter')}
          </ScreenLink>
        )}
        {can('pages.manage') && (
          <ScreenLink to="/admin/pages">
            <FileText aria-hidden size={16} className="shrink-0 max-sm:hidden" /> {phrase('Page Editor')}
          </ScreenLink>
        )}
      </div>
      {outcome && <RefreshReport outcome={outcome} onClose={dismiss} />}
    </DashboardPanel>
  )
}

function SampleNotice({ count }: { count: number }) {
  const queryClient = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending, cancel } = useCancellableMutation({
    mutationFn: (_, signal) => removeSampleEdition({ signal }),
    onSuccess: (removed) => {
      void queryClient.invalidateQueries({ queryKey: ['admin', 'dashboard'] })
      void showToast({
        title: phrase('Success'),
        text: plural(
          removed,
          'Removed the sample edition: {count} article',
          'Removed the sample edition: {count} articles',
        ),
      })
    },
    onError: (error) => showFailure(error, sampleFailure()),
    onSettled: () => setConfirming(false),
  })
  return (
    <aside
      aria-label={phrase('Sample edition')}
      className="flex flex-wrap items-center justify-between gap-3 border border-s-4 border-caution bg-paper p-4"
    >
      <p className="min-w-0 flex-1 basis-72 text-14">
        <strong className="font-semibold">{phrase('This site shows the sample edition.')}</strong>{' '}
        <span className="text-muted">
          {plural(
            count,
            'It contains {count} article. Remove it before you launch.',
            'It contains {count} articles. Remove it before you launch.',
          )}
        </span>
      </p>
      <Button onClick={() => setConfirming(true)}>{phrase('Remove Sample Edition')}</Button>
      <ConfirmDialog
        title={phrase('Remove the sample edition?')}
        text={plural(
          count,
          '{count} article will be deleted. Your own articles and those of your feeds are not affected.',
          '{count} articles will be deleted. Your own articles and those of your feeds are not affected.',
        )}
        confirmLabel={phrase('Remove')}
        isDangerous
        isOpen={isConfirming}
        isBusy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => {
          cancel()
          setConfirming(false)
        }}
      />
    </aside>
  )
}
