import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { trafficQuery } from '../analytics.functions.ts'
import { type Period, periodText } from '../rules/analytics-period.ts'
import { BreakdownTable } from './BreakdownTable.tsx'
import { ChartSheet } from './ChartSheet.tsx'
import { MetricsPanel } from './MetricsPanel.tsx'
import { pointLabel } from './point-label.ts'

const ViewsChart = lazy(async () => ({ default: (await import('./ViewsChart.tsx')).ViewsChart }))
/** ISO 3166-1. */
const COUNTRIES = new Intl.DisplayNames('en-GB', { type: 'region' })
const DEVICES: Record<string, string> = { desktop: 'Desktop', phone: 'Phone', tablet: 'Tablet' }

/** Views over time, and what visits came from and were made with. */
export function TrafficTab({ period }: { period: Period }) {
  const isByMonth = period === '12m'
  return (
    <MetricsPanel query={useQuery(trafficQuery(period))}>
      {({ points, isCompared, referrers, campaigns, devices, countries }) => {
        const visits = devices.reduce((sum, { sessions }) => sum + sessions, 0)
        return (
          <>
            <ChartSheet
              title="Views over time"
              note={
                isCompared
                  ? `The dashed line shows the ${periodText(period)} before.`
                  : 'There is no earlier period to compare with yet.'
              }
              head={[
                isByMonth ? 'Month' : 'Day',
                'Views',
                'Visitors',
                ...(isCompared ? ['Views before'] : []),
              ]}
              rows={points.map(({ start, views, visitors, viewsBefore }) => [
                pointLabel(start, isByMonth),
                views.toLocaleString('en-GB'),
                visitors.toLocaleString('en-GB'),
                ...(isCompared ? [viewsBefore.toLocaleString('en-GB')] : []),
              ])}
            >
              <Suspense>
                <ViewsChart points={points} isCompared={isCompared} isByMonth={isByMonth} />
              </Suspense>
            </ChartSheet>
            <div className="grid gap-5 lg:grid-cols-2">
              <BreakdownTable
                title="Referrers"
                part="Site"
                rows={referrers}
                together={visits}
                nothing="Nobody came from another site."
              />
              <BreakdownTable
                title="Campaigns"
                part="Campaign"
                rows={campaigns}
                together={visits}
                nothing="Nobody came by a link with utm_campaign."
              />
              <BreakdownTable
                title="Devices"
                part="Device"
                rows={devices.map((row) => ({ ...row, name: DEVICES[row.name] ?? row.name }))}
                together={visits}
                nothing="Nobody came yet."
              />
              <BreakdownTable
                title="Countries"
                part="Country"
                rows={countries.map((row) => ({ ...row, name: COUNTRIES.of(row.name) ?? row.name }))}
                together={visits}
                nothing="Known only where a proxy in front names them, such as in CF-IPCountry."
              />
            </div>
          </>
        )
      }}
    </MetricsPanel>
  )
}
