import { useQuery } from '@tanstack/react-query'
import { AdminPage } from '#ui/office/AdminPage.tsx'
import { ErrorState } from '#ui/office/ErrorState.tsx'
import { dashboardQuery } from '../dashboard.functions.ts'
import { LOAD_FAILURE } from '../rules/messages.ts'
import { AdSummary } from './AdSummary.tsx'
import { FeedSummary } from './FeedSummary.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentArticles } from './RecentArticles.tsx'
import { SampleNotice } from './SampleNotice.tsx'
import { SettingsSummary } from './SettingsSummary.tsx'
import { StatCards } from './StatCards.tsx'

/** The dashboard (spec §2, Admin dashboard): how the paper stands, and what is mostly done next. */
export function Dashboard() {
  const { data, error, refetch } = useQuery(dashboardQuery)
  return (
    <AdminPage title="Dashboard" text="How the paper stands at this moment.">
      {error && !data && <ErrorState text={LOAD_FAILURE} onRetry={() => void refetch()} />}
      {!error && !data && (
        <>
          <StatCards figures={null} />
          <p role="status" className="office-late text-14 text-muted">
            Loading admin dashboard...
          </p>
        </>
      )}
      {data && (
        <>
          {data.sampleStories > 0 && <SampleNotice stories={data.sampleStories} />}
          <StatCards figures={data.figures} />
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
