import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { formatNumber } from '#kernel/format-count.ts'
import { formatShortDay } from '#kernel/time/dates.ts'
import { lazyComponent } from '#ui/admin/lazyComponent.tsx'
import { trafficQuery } from '../analytics.functions.ts'
import { type Period, periodText } from '../rules/analytics-params.ts'
import { BreakdownTable, ChartSection, MetricsPanel } from './MetricsPanel.tsx'

const ViewsChart = lazyComponent(async () => (await import('./AnalyticsCharts.tsx')).ViewsChart)
/** ISO 3166-1. */
const COUNTRIES = new Intl.DisplayNames('en-GB', { type: 'region' })
const DEVICES: Record<string, string> = { desktop: 'Desktop', phone: 'Phone', tablet: 'Tablet' }

export function TrafficTab({ period }: { period: Period }) {
  const isByMonth = period === '12m'
  return (
    <MetricsPanel query={useQuery(trafficQuery(period))}>
      {({ points, isCompared, referrers, campaigns, devices, countries }) => {
        const visits = devices.reduce((sum, { sessions }) => sum + sessions, 0)
        return (
          <>
            <ChartSection
              title="Views over time"
              note={
                isCompared
                  ? `The dashed line shows the previous ${periodText(period)}.`
                  : 'No earlier data to compare.'
              }
              head={[
                isByMonth ? 'Month' : 'Day',
                'Views',
                'Visitors',
                ...(isCompared ? ['Previous views'] : []),
              ]}
              rows={points.map(({ start, views, visitors, viewsBefore }) => [
                pointLabel(start, isByMonth),
                formatNumber(views),
                formatNumber(visitors),
                ...(isCompared ? [formatNumber(viewsBefore)] : []),
              ])}
            >
              <Suspense>
                <ViewsChart
                  points={points.map((point) => ({ ...point, label: pointLabel(point.start, isByMonth) }))}
                  isCompared={isCompared}
                />
              </Suspense>
            </ChartSection>
            <div className="grid gap-5 lg:grid-cols-2">
              <BreakdownTable
                title="Referrers"
                label="Site"
                rows={referrers}
                total={visits}
                emptyText="No visits from other sites."
              />
              <BreakdownTable
                title="Campaigns"
                label="Campaign"
                rows={campaigns}
                total={visits}
                emptyText="No visits from links with utm_campaign."
              />
              <BreakdownTable
                title="Devices"
                label="Device"
                rows={devices.map((row) => ({ ...row, name: DEVICES[row.name] ?? row.name }))}
                total={visits}
                emptyText="No visits yet."
              />
              <BreakdownTable
                title="Countries"
                label="Country"
                rows={countries.map((row) => ({ ...row, name: COUNTRIES.of(row.name) ?? row.name }))}
                total={visits}
                emptyText="Requires a proxy that sends the visitor's country, for example in the CF-IPCountry header."
              />
            </div>
          </>
        )
      }}
    </MetricsPanel>
  )
}

function pointLabel(start: string, isMonth: boolean): string {
  const day = formatShortDay(start)
  return isMonth ? day.replace(/^\d+ /, '') : day
}
