import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { englishLocale } from '#kernel/time/place.ts'
import { lazyComponent } from '#ui/admin/lazyComponent.tsx'
import { trafficQuery } from '../analytics.functions.ts'
import { type Period, periodText } from '../rules/analytics-params.ts'
import { pointLabel } from '../rules/point-label.ts'
import { BreakdownTable, ChartSection, MetricsPanel } from './MetricsPanel.tsx'

const ViewsChart = lazyComponent(async () => (await import('./AnalyticsCharts.tsx')).ViewsChart)
const deviceNames = (): Record<string, string> => ({
  desktop: phrase('Desktop'),
  phone: phrase('Phone'),
  tablet: phrase('Tablet'),
})

export function TrafficTab({ period }: { period: Period }) {
  const isByMonth = period === '12m'
  const countryNames = new Intl.DisplayNames(englishLocale(), { type: 'region' })
  return (
    <MetricsPanel query={useQuery(trafficQuery(period))}>
      {({ points, isCompared, referrers, campaigns, devices, countries }) => {
        const visits = devices.reduce((sum, { sessions }) => sum + sessions, 0)
        return (
          <>
            <ChartSection
              title={phrase('Views over time')}
              note={
                isCompared
                  ? phrase('The dashed line shows the previous {periodText}.', {
                      periodText: periodText(period),
                    })
                  : phrase('No earlier data to compare.')
              }
              head={[
                isByMonth ? phrase('Month') : phrase('Day'),
                phrase('Views'),
                phrase('Visitors'),
                ...(isCompared ? [phrase('Previous views')] : []),
              ]}
              rows={points.map(({ start, views, visitors, viewsBefore }) => [
                pointLabel(start, period),
                formatNumber(views),
                formatNumber(visitors),
                ...(isCompared ? [formatNumber(viewsBefore)] : []),
              ])}
            >
              <Suspense>
                <ViewsChart
                  points={points.map((point) => ({ ...point, label: pointLabel(point.start, period) }))}
                  isCompared={isCompared}
                />
              </Suspense>
            </ChartSection>
            <div className="grid gap-5 lg:grid-cols-2">
              <BreakdownTable
                title={phrase('Referrers')}
                label={phrase('Site')}
                rows={referrers}
                total={visits}
                emptyText={phrase('No visits from other sites.')}
              />
              <BreakdownTable
                title={phrase('Campaigns')}
                label={phrase('Campaign')}
                rows={campaigns}
                total={visits}
                emptyText={phrase('No visits from links with utm_campaign.')}
              />
              <BreakdownTable
                title={phrase('Devices')}
                label={phrase('Device')}
                rows={devices.map((row) => ({ ...row, name: deviceNames()[row.name] ?? row.name }))}
                total={visits}
                emptyText={phrase('No visits yet.')}
              />
              <BreakdownTable
                title={phrase('Countries')}
                label={phrase('Country')}
                rows={countries.map((row) => ({ ...row, name: countryNames.of(row.name) ?? row.name }))}
                total={visits}
                emptyText={phrase(
                  "Requires a proxy that sends the visitor's country, for example in the CF-IPCountry header.",
                )}
              />
            </div>
          </>
        )
      }}
    </MetricsPanel>
  )
}
