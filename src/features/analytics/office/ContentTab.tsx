import { useQuery } from '@tanstack/react-query'
import { formatShortDay } from '#kernel/dates.ts'
import { Table } from '#ui/office/Table.tsx'
import { contentQuery } from '../analytics.functions.ts'
import type { Period } from '../rules/analytics-period.ts'
import { averageDepth, averageRead, durationText, percentText } from '../rules/view-totals.ts'
import { MetricsPanel } from './MetricsPanel.tsx'
import { PageLink } from './PageLink.tsx'
import { Sheet } from './Sheet.tsx'

/** The newest articles, with how often, how far and how long they were read. */
export function ContentTab({ period }: { period: Period }) {
  return (
    <MetricsPanel query={useQuery(contentQuery(period))}>
      {(articles) => (
        <Sheet title="Newest articles" isEmpty={articles.length === 0} nothing="There are no articles yet.">
          <Table
            caption="Newest articles"
            rows={articles}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'article',
                label: 'Article',
                cell: ({ id, title, publishedAt, figures }) => (
                  <span className="flex flex-col items-start gap-0.5">
                    <PageLink page={{ name: `/article/${id}`, title }} />
                    <span className="text-13 text-muted">
                      {formatShortDay(publishedAt)}
                      <span className="lg:hidden">
                        , read {percentText(averageDepth(figures))} in {durationText(averageRead(figures))}
                      </span>
                    </span>
                  </span>
                ),
              },
              figure('views', 'Views', ({ figures }) => figures.views.toLocaleString('en-GB')),
              figure('visitors', 'Visitors', ({ figures }) => figures.visitors.toLocaleString('en-GB'), true),
              figure('depth', 'Read depth', ({ figures }) => percentText(averageDepth(figures)), true),
              figure('time', 'Read time', ({ figures }) => durationText(averageRead(figures)), true),
              figure(
                'bookmarks',
                'Bookmarks',
                ({ figures }) => figures.bookmarks.toLocaleString('en-GB'),
                true,
              ),
              figure('shares', 'Shares', ({ figures }) => figures.shares.toLocaleString('en-GB'), true),
            ]}
          />
        </Sheet>
      )}
    </MetricsPanel>
  )

  type Article = Awaited<ReturnType<NonNullable<ReturnType<typeof contentQuery>['queryFn']>>>[number]

  function figure(name: string, label: string, cell: (article: Article) => string, isForWide = false) {
    return { name, label, isFigure: true, isForWide, cell }
  }
}
