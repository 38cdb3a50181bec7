import { useQuery } from '@tanstack/react-query'
import { AdminPage } from '#ui/office/AdminPage.tsx'
import { ErrorState } from '#ui/office/ErrorState.tsx'
import { dashboardQuery, LOAD_FAILURE } from '../dashboard.functions.ts'
import { AdSummary } from './AdSummary.tsx'
import { FeedSummary } from './FeedSummary.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentArticles } from './RecentArticles.tsx'
import { SampleNotice } from './SampleNotice.tsx'
import { SettingsSummary } from './SettingsSummary.tsx'
import { StatCards } from './StatCards.tsx'

/** Spec §2, Admin dashboard. */
export function Dashboard() {
  const { data, error, refetch } = useQuery(dashboardQuery)
  return (
    <AdminPage title="Dashboard" text="An overview of your site.">
      {error && !data && <ErrorState text={LOAD_FAILURE} onRetry={() => void refetch()} />}
      {!error && !data && (
        <>
          <StatCards metrics={null} />
          <p role="status" className="office-late text-14 text-muted">
            Loading admin dashboard...
          </p>
        </>
      )}
      {data && (
        <>
          {data.sampleStories > 0 && <SampleNotice stories={data.sampleStories} />}
          <StatCards metrics={data.metrics} />
          <QuickActions />
          <RecentArticles articles={data.recent} />
          <div className="grid gap-5 lg:grid-cols-3">
            <FeedSummary feeds={data.feeds} />
            <SettingsSummary settings={data.settings} />
            <AdSummary settings={data.settings} />
          </div>
        </>
      )}
    </AdminPage>
  )
}
