import { useQuery } from '@tanstack/react-query'
import { useCapability } from '#features/accounts/office/useCapability.ts'
import { formatDayAndTime } from '#kernel/dates.ts'
import { AdminPage } from '#ui/office/AdminPage.tsx'
import { LoadState } from '#ui/office/LoadState.tsx'
import { dashboardQuery, LOAD_FAILURE } from '../dashboard.functions.ts'
import type { BackupSummary } from '../server/dashboard.server.ts'
import { AdSummary } from './AdSummary.tsx'
import { FeedSummary } from './FeedSummary.tsx'
import { MyWork } from './MyWork.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentArticles } from './RecentArticles.tsx'
import { SampleNotice } from './SampleNotice.tsx'
import { SettingsSummary } from './SettingsSummary.tsx'
import { StatCards } from './StatCards.tsx'

/** Spec §2, Admin dashboard. */
export function Dashboard() {
  const can = useCapability()
  return (
    <AdminPage title="Dashboard" text="An overview of your site.">
      <LoadState
        query={useQuery(dashboardQuery)}
        failure={LOAD_FAILURE}
        loading={
          <>
            <StatCards metrics={null} />
            <p role="status" className="office-late text-14 text-muted">
              Loading admin dashboard...
            </p>
          </>
        }
      >
        {({ sampleArticles, metrics, recent, feeds, settings, backup }) => (
          <>
            {backup?.isOverdue && <BackupNotice backup={backup} />}
            {sampleArticles > 0 && <SampleNotice count={sampleArticles} />}
            <StatCards metrics={metrics} />
            {can('article.write') && <MyWork />}
            <QuickActions />
            <RecentArticles articles={recent} />
            <div className="grid gap-5 lg:grid-cols-3">
              {feeds && <FeedSummary feeds={feeds} />}
              {settings && (
                <SettingsSummary settings={settings} lastBackupAt={backup?.lastBackupAt ?? null} />
              )}
              {settings && <AdSummary settings={settings} />}
            </div>
          </>
        )}
      </LoadState>
    </AdminPage>
  )
}

function BackupNotice({ backup: { lastBackupAt, error } }: { backup: BackupSummary }) {
  return (
    <aside aria-label="Backup" className="border border-s-4 border-danger bg-paper p-4 text-14">
      <p>
        <strong className="font-semibold">
          {lastBackupAt
            ? `The last backup was made on ${formatDayAndTime(lastBackupAt)}.`
            : 'There is no backup.'}
        </strong>{' '}
        <span className="text-muted">Check BACKUP_TO and the log of the server.</span>
      </p>
      {error && <p className="pt-1 wrap-anywhere text-muted">The last attempt failed: {error}</p>}
    </aside>
  )
}
