import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { StatCard } from '#ui/admin/StatCard.tsx'
import { Table } from '#ui/admin/Table.tsx'
import { overviewQuery } from '../analytics.functions.ts'
import { type Period, periodText } from '../rules/analytics-params.ts'
import {
  averageSession,
  bounceRate,
  formatChange,
  formatDuration,
  formatPercent,
  type Totals,
} from '../rules/view-totals.ts'
import { BreakdownTable, MetricsPanel, MetricsSection } from './MetricsPanel.tsx'
import { PageLink } from './PageLink.tsx'

export function OverviewTab({ period }: { period: Period }) {
  return (
    <MetricsPanel query={useQuery(overviewQuery(period))}>
      {({ totals, before, pages, sources }) => (
        <>
          <Cards totals={totals} before={before} period={periodText(period)} />
          <div className="grid gap-5 lg:grid-cols-2">
            <MetricsSection
              title={phrase('Top Pages')}
              isEmpty={pages.length === 0}
              emptyText={phrase('No page views yet.')}
            >
              <Table
                caption={phrase('Top Pages')}
                rows={pages}
                keyOf={({ name }) => name}
                columns={[
                  { name: 'page', label: phrase('Page'), cell: (page) => <PageLink page={page} /> },
                  {
                    name: 'views',
                    label: phrase('Views'),
                    isNumeric: true,
                    cell: ({ views }) => formatNumber(views),
                  },
                  {
                    name: 'visitors',
                    label: phrase('Visitors'),
                    isNumeric: true,
                    cell: ({ visitors }) => formatNumber(visitors),
                  },
                ]}
              />
            </MetricsSection>
            <BreakdownTable
              title={phrase('Traffic Sources')}
              label={phrase('Source')}
              rows={sources.map((source) => ({ ...source, name: source.name || phrase('Direct') }))}
              total={totals.sessions}
              emptyText={phrase('No visits yet.')}
            />
          </div>
        </>
      )}
    </MetricsPanel>
  )
}

function Cards({ totals, before, period }: { totals: Totals; before: Totals | null; period: string }) {
  const change = (of: (totals: Totals) => number | null, unit?: 'points') =>
    formatChange(of(totals), before ? of(before) : undefined, { period, unit })
  return (
    <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <StatCard
        label={phrase('Total Views')}
        value={formatNumber(totals.views)}
        note={change(({ views }) => views)}
      />
      <StatCard
        label={phrase('Unique Visitors')}
        value={formatNumber(totals.visitors)}
        note={
          <>
            {change(({ visitors }) => visitors)}
            <br />
            {phrase('Unique per day: visitors are not tracked across days')}
          </>
        }
      />
      <StatCard
        label={phrase('Bounce Rate')}
        value={formatPercent(bounceRate(totals))}
        note={change(bounceRate, 'points')}
      />
      <StatCard
        label={phrase('Average Session')}
        value={formatDuration(averageSession(totals))}
        note={change(averageSession)}
      />
    </dl>
  )
}
