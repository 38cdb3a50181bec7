import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { StatCard } from '#ui/office/StatCard.tsx'
import { Table } from '#ui/office/Table.tsx'
import { engagementQuery } from '../analytics.functions.ts'
import { type Period, periodText } from '../rules/analytics-period.ts'
import { averageDepth, averageRead, changeText, durationText, percentText } from '../rules/view-totals.ts'
import { ChartSheet } from './ChartSheet.tsx'
import { MetricsPanel } from './MetricsPanel.tsx'
import { PageLink } from './PageLink.tsx'
import { Sheet } from './Sheet.tsx'

const DepthChart = lazy(async () => ({ default: (await import('./DepthChart.tsx')).DepthChart }))

/** How far and how long articles were read, and how often they were kept and shared. */
export function EngagementTab({ period }: { period: Period }) {
  return (
    <MetricsPanel query={useQuery(engagementQuery(period))}>
      {({ totals, before, articles, depths, read }) => {
        const change = (now: number, earlier: number | undefined) =>
          changeText(now, earlier, { period: periodText(period) })
        const quarters = depths.map(({ upTo, reads }) => ({ label: `${upTo - 25} to ${upTo}%`, reads }))
        return (
          <>
            <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
              <StatCard
                label="Read Depth"
                value={percentText(averageDepth(articles))}
                note="Of an article, on average"
              />
              <StatCard
                label="Read Time"
                value={durationText(averageRead(articles))}
                note="An article in sight, on average"
              />
              <StatCard
                label="Bookmarks"
                value={totals.bookmarks.toLocaleString('en-GB')}
                note={change(totals.bookmarks, before?.bookmarks)}
              />
              <StatCard
                label="Shares"
                value={totals.shares.toLocaleString('en-GB')}
                note={change(totals.shares, before?.shares)}
              />
            </dl>
            <ChartSheet
              title="Scroll depth"
              note="In which quarter of an article its readers stopped."
              head={['Seen', 'Readings']}
              rows={quarters.map(({ label, reads }) => [label, reads.toLocaleString('en-GB')])}
            >
              <Suspense>
                <DepthChart quarters={quarters} />
              </Suspense>
            </ChartSheet>
            <Sheet
              title="Reading time against the estimate"
              isEmpty={read.length === 0}
              nothing="No article was read yet."
            >
              <Table
                caption="Reading time against the estimate"
                rows={read}
                keyOf={({ name }) => name}
                columns={[
                  { name: 'article', label: 'Article', cell: (article) => <PageLink page={article} /> },
                  {
                    name: 'time',
                    label: 'Read time',
                    isFigure: true,
                    cell: (article) => durationText(averageRead(article)),
                  },
                  {
                    name: 'estimate',
                    label: 'Estimate',
                    isFigure: true,
                    cell: ({ minutes }) => `${minutes} min`,
                  },
                  {
                    name: 'depth',
                    label: 'Read depth',
                    isFigure: true,
                    isForWide: true,
                    cell: (article) => percentText(averageDepth(article)),
                  },
                  {
                    name: 'readings',
                    label: 'Readings',
                    isFigure: true,
                    isForWide: true,
                    cell: ({ reads }) => reads.toLocaleString('en-GB'),
                  },
                ]}
              />
            </Sheet>
          </>
        )
      }}
    </MetricsPanel>
  )
}
