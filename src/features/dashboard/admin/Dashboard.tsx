import { useQuery } from '@tanstack/react-query'
import { AdminPage } from '#ui/admin/AdminPage.tsx'
import { ErrorState } from '#ui/admin/ErrorState.tsx'
import { dashboardQuery } from '../dashboard.functions.ts'
import { LOAD_FAILURE } from '../messages.ts'
import { AdSummary } from './AdSummary.tsx'
import { FeedSummary } from './FeedSummary.tsx'
import { FigureCards } from './FigureCards.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentArticles } from './RecentArticles.tsx'
import { SampleNotice } from './SampleNotice.tsx'
import { SettingsSummary } from './SettingsSummary.tsx'

/** The dashboard (spec §2, Admin dashboard): how the paper stands, and what is mostly done next. */
export function Dashboard() {
  const { data, error, refetch } = useQuery(dashboardQuery)
  return (
    <AdminPage title="Dashboard" text="How the paper stands at this moment.">
      {error && !data && <ErrorState text={LOAD_FAILURE} onRetry={() => void refetch()} />}
      {!error && !data && (
        <p role="status" className="text-14 text-muted">
          Loading admin dashboard...
        </p>
      )}
      {data && (
        <>
          {data.sampleStories > 0 && <SampleNotice stories={data.sampleStories} />}
          <FigureCards figures={data.figures} />
          <QuickActions />
          <div className="grid items-start gap-5 lg:grid-cols-3">
            <div className="flex min-w-0 flex-col gap-5 lg:col-span-2">
              <RecentArticles articles={data.recent} />
              <div className="grid items-start gap-5 md:grid-cols-2">
                <SettingsSummary settings={data.settings} />
                <AdSummary settings={data.settings} />
              </div>
            </div>
            <FeedSummary feeds={data.feeds} />
          </div>
        </>
      )}
    </AdminPage>
  )
}
