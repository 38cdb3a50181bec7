import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { formatNumber } from '#kernel/format-count.ts'
import { lazyComponent } from '#ui/admin/lazyComponent.tsx'
import { StatCard } from '#ui/admin/StatCard.tsx'
import { Table } from '#ui/admin/Table.tsx'
import { engagementQuery } from '../analytics.functions.ts'
import { type Period, periodText } from '../rules/analytics-params.ts'
import {
  averageDepth,
  averageRead,
  formatChange,
  formatDuration,
  formatPercent,
} from '../rules/view-totals.ts'
import { ChartSection, MetricsPanel, MetricsSection } from './MetricsPanel.tsx'
import { PageLink } from './PageLink.tsx'

const DepthChart = lazyComponent(async () => (await import('./AnalyticsCharts.tsx')).DepthChart)

export function EngagementTab({ period }: { period: Period }) {
  return (
    <MetricsPanel query={useQuery(engagementQuery(period))}>
      {({ totals, before, articles, depths, read }) => {
        const change = (now: number, earlier: number | undefined) =>
          formatChange(now, earlier, { period: periodText(period) })
        const quarters = depths.map(({ upTo, reads }) => ({ label: `${upTo - 25} to ${upTo}%`, reads }))
        return (
          <>
            <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
              <StatCard
                label="Read Depth"
                value={formatPercent(averageDepth(articles))}
                note="Average scroll depth of articles"
              />
              <StatCard
                label="Read Time"
                value={formatDuration(averageRead(articles))}
                note="Average time per article"
              />
              <StatCard
                label="Bookmarks"
                value={formatNumber(totals.bookmarks)}
                note={change(totals.bookmarks, before?.bookmarks)}
              />
              <StatCard
                label="Shares"
                value={formatNumber(totals.shares)}
                note={change(totals.shares, before?.shares)}
              />
            </dl>
            <ChartSection
              title="Scroll depth"
              note="How far readers scrolled before they left the article."
              head={['Scroll depth', 'Reads']}
              rows={quarters.map(({ label, reads }) => [label, formatNumber(reads)])}
            >
              <Suspense>
                <DepthChart quarters={quarters} />
              </Suspense>
            </ChartSection>
            <MetricsSection
              title="Reading time compared with the estimate"
              isEmpty={read.length === 0}
              emptyText="No articles read yet."
            >
              <Table
                caption="Reading time compared with the estimate"
                rows={read}
                keyOf={({ name }) => name}
                columns={[
                  { name: 'article', label: 'Article', cell: (article) => <PageLink page={article} /> },
                  {
                    name: 'time',
                    label: 'Read time',
                    isNumeric: true,
                    cell: (article) => formatDuration(averageRead(article)),
                  },
                  {
                    name: 'estimate',
                    label: 'Estimate',
                    isNumeric: true,
                    cell: ({ minutes }) => `${minutes} min`,
                  },
                  {
                    name: 'depth',
                    label: 'Read depth',
                    isNumeric: true,
                    isForWide: true,
                    cell: (article) => formatPercent(averageDepth(article)),
                  },
                  {
                    name: 'readings',
                    label: 'Reads',
                    isNumeric: true,
                    isForWide: true,
                    cell: ({ reads }) => formatNumber(reads),
                  },
                ]}
              />
            </MetricsSection>
          </>
        )
      }}
    </MetricsPanel>
  )
}
