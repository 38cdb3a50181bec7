import { useQuery } from '@tanstack/react-query'
import { StatCard } from '#ui/office/StatCard.tsx'
import { Table } from '#ui/office/Table.tsx'
import { overviewQuery } from '../analytics.functions.ts'
import { type Period, periodText } from '../rules/analytics-period.ts'
import {
  averageSession,
  bounceRate,
  changeText,
  durationText,
  percentText,
  type Totals,
} from '../rules/view-totals.ts'
import { BreakdownTable } from './BreakdownTable.tsx'
import { MetricsPanel } from './MetricsPanel.tsx'
import { PageLink } from './PageLink.tsx'
import { Sheet } from './Sheet.tsx'

/** The totals of the period beside those of the one before, the most seen pages, and where visits came from. */
export function OverviewTab({ period }: { period: Period }) {
  return (
    <MetricsPanel query={useQuery(overviewQuery(period))}>
      {({ totals, before, pages, sources }) => (
        <>
          <Cards totals={totals} before={before} period={periodText(period)} />
          <div className="grid gap-5 lg:grid-cols-2">
            <Sheet title="Top Pages" isEmpty={pages.length === 0} nothing="No page was shown to anybody yet.">
              <Table
                caption="Top Pages"
                rows={pages}
                keyOf={({ name }) => name}
                columns={[
                  { name: 'page', label: 'Page', cell: (page) => <PageLink page={page} /> },
                  {
                    name: 'views',
                    label: 'Views',
                    isFigure: true,
                    cell: ({ views }) => views.toLocaleString('en-GB'),
                  },
                  {
                    name: 'visitors',
                    label: 'Visitors',
                    isFigure: true,
                    cell: ({ visitors }) => visitors.toLocaleString('en-GB'),
                  },
                ]}
              />
            </Sheet>
            <BreakdownTable
              title="Traffic Sources"
              part="Source"
              rows={sources.map((source) => ({ ...source, name: source.name || 'Direct' }))}
              together={totals.sessions}
              nothing="Nobody came yet."
            />
          </div>
        </>
      )}
    </MetricsPanel>
  )
}

function Cards({ totals, before, period }: { totals: Totals; before: Totals | null; period: string }) {
  const change = (of: (totals: Totals) => number | null, unit?: 'points') =>
    changeText(of(totals), before ? of(before) : undefined, { period, unit })
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <StatCard
        label="Total Views"
        value={totals.views.toLocaleString('en-GB')}
        note={change(({ views }) => views)}
      />
      <StatCard
        label="Unique Visitors"
        value={totals.visitors.toLocaleString('en-GB')}
        note={
          <>
            {change(({ visitors }) => visitors)}
            <br />
            Counted anew each day: nobody is known longer
          </>
        }
      />
      <StatCard
        label="Bounce Rate"
        value={percentText(bounceRate(totals))}
        note={change(bounceRate, 'points')}
      />
      <StatCard
        label="Average Session"
        value={durationText(averageSession(totals))}
        note={change(averageSession)}
      />
    </dl>
  )
}
