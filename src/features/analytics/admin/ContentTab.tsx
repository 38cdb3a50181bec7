import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/format-count.ts'
import { formatShortDay } from '#kernel/time/dates.ts'
import { Table } from '#ui/admin/Table.tsx'
import { contentQuery } from '../analytics.functions.ts'
import type { Period } from '../rules/analytics-params.ts'
import { averageDepth, averageRead, formatDuration, formatPercent } from '../rules/view-totals.ts'
import { MetricsPanel, MetricsSection } from './MetricsPanel.tsx'
import { PageLink } from './PageLink.tsx'

export function ContentTab({ period }: { period: Period }) {
  return (
    <MetricsPanel query={useQuery(contentQuery(period))}>
      {(articles) => (
        <MetricsSection title="Newest articles" isEmpty={articles.length === 0} emptyText="No articles yet.">
          <Table
            caption="Newest articles"
            rows={articles}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'article',
                label: 'Article',
                cell: ({ id, title, publishedAt, totals }) => (
                  <span className="flex flex-col items-start gap-0.5">
                    <PageLink page={{ name: `/article/${id}`, title }} />
                    <span className="text-13 text-muted">
                      {formatShortDay(publishedAt)}
                      {totals.reads > 0 && (
                        <span className="lg:hidden">
                          , read {formatPercent(averageDepth(totals))} in{' '}
                          {formatDuration(averageRead(totals))}
                        </span>
                      )}
                    </span>
                  </span>
                ),
              },
              metric('views', 'Views', ({ totals }) => formatNumber(totals.views)),
              metric('visitors', 'Visitors', ({ totals }) => formatNumber(totals.visitors), true),
              metric('depth', 'Read depth', ({ totals }) => formatPercent(averageDepth(totals)), true),
              metric('time', 'Read time', ({ totals }) => formatDuration(averageRead(totals)), true),
              metric('bookmarks', 'Bookmarks', ({ totals }) => formatNumber(totals.bookmarks), true),
              metric('shares', 'Shares', ({ totals }) => formatNumber(totals.shares), true),
            ]}
          />
        </MetricsSection>
      )}
    </MetricsPanel>
  )

  type Article = Awaited<ReturnType<NonNullable<ReturnType<typeof contentQuery>['queryFn']>>>[number]

  function metric(name: string, label: string, cell: (article: Article) => string, isForWide = false) {
    return { name, label, isNumeric: true, isForWide, cell }
  }
}
