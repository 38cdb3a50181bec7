import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase } from '#kernel/text/phrase.ts'
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
        <MetricsSection
          title={phrase('Newest articles')}
          isEmpty={articles.length === 0}
          emptyText={phrase('No articles yet.')}
        >
          <Table
            caption={phrase('Newest articles')}
            rows={articles}
            keyOf={({ id }) => id}
            columns={[
              {
                name: 'article',
                label: phrase('Article'),
                cell: ({ id, title, publishedAt, totals }) => (
                  <span className="flex flex-col items-start gap-0.5">
                    <PageLink page={{ name: `/article/${id}`, title }} />
                    <span className="text-13 text-muted">
                      {formatShortDay(publishedAt)}
                      {totals.reads > 0 && (
                        <span className="lg:hidden">
                          ,{' '}
                          {phrase('read {percent} in {time}', {
                            percent: formatPercent(averageDepth(totals)),
                            time: formatDuration(averageRead(totals)),
                          })}
                        </span>
                      )}
                    </span>
                  </span>
                ),
              },
              metric('views', phrase('Views'), ({ totals }) => formatNumber(totals.views)),
              metric('visitors', phrase('Visitors'), ({ totals }) => formatNumber(totals.visitors), true),
              metric(
                'depth',
                phrase('Read depth'),
                ({ totals }) => formatPercent(averageDepth(totals)),
                true,
              ),
              metric('time', phrase('Read time'), ({ totals }) => formatDuration(averageRead(totals)), true),
              metric('bookmarks', phrase('Bookmarks'), ({ totals }) => formatNumber(totals.bookmarks), true),
              metric('shares', phrase('Shares'), ({ totals }) => formatNumber(totals.shares), true),
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
