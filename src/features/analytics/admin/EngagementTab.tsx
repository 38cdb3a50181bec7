import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase } from '#kernel/text/phrase.ts'
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
        const quarters = depths.map(({ upTo, reads }) => ({
          label: phrase('{from} to {to}%', { from: upTo - 25, to: upTo }),
          range: `${upTo - 25}–${upTo}%`,
          reads,
        }))
        return (
          <>
            <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
              <StatCard
                label={phrase('Read Depth')}
                value={formatPercent(averageDepth(articles))}
                note={phrase('Average scroll depth of articles')}
              />
              <StatCard
                label={phrase('Read Time')}
                value={formatDuration(averageRead(articles))}
                note={phrase('Average time per article')}
              />
              <StatCard
                label={phrase('Bookmarks')}
                value={formatNumber(totals.bookmarks)}
                note={change(totals.bookmarks, before?.bookmarks)}
              />
              <StatCard
                label={phrase('Shares')}
                value={formatNumber(totals.shares)}
                note={change(totals.shares, before?.shares)}
              />
            </dl>
            <ChartSection
              title={phrase('Scroll depth')}
              note={phrase('How far readers scrolled before they left the article.')}
              head={[phrase('Scroll depth'), phrase('Reads')]}
              rows={quarters.map(({ label, reads }) => [label, formatNumber(reads)])}
            >
              <Suspense>
                <DepthChart quarters={quarters} />
              </Suspense>
            </ChartSection>
            <MetricsSection
              title={phrase('Reading time compared with the estimate')}
              isEmpty={read.length === 0}
              emptyText={phrase('No articles read yet.')}
            >
              <Table
                caption={phrase('Reading time compared with the estimate')}
                rows={read}
                keyOf={({ name }) => name}
                columns={[
                  {
                    name: 'article',
                    label: phrase('Article'),
                    cell: (article) => <PageLink page={article} />,
                  },
                  {
                    name: 'time',
                    label: phrase('Read time'),
                    isNumeric: true,
                    cell: (article) => formatDuration(averageRead(article)),
                  },
                  {
                    name: 'estimate',
                    label: phrase('Estimate'),
                    isNumeric: true,
                    cell: ({ minutes }) => phrase('{minutes} min', { minutes }),
                  },
                  {
                    name: 'depth',
                    label: phrase('Read depth'),
                    isNumeric: true,
                    isForWide: true,
                    cell: (article) => formatPercent(averageDepth(article)),
                  },
                  {
                    name: 'readings',
                    label: phrase('Reads'),
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
