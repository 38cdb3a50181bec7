import { formatNumber } from '#kernel/format-count.ts'
import { Table } from '#ui/office/Table.tsx'
import type { NamedTotals } from '../server/find-metrics.server.ts'
import { MetricsSection } from './MetricsPanel.tsx'

type Props = {
  title: string
  label: string
  rows: readonly NamedTotals[]
  /** The total of the percentages. */
  total: number
  emptyText: string
}

export function BreakdownTable({ title, label, rows, total, emptyText }: Props) {
  return (
    <MetricsSection title={title} isEmpty={rows.length === 0} emptyText={emptyText}>
      <Table
        caption={title}
        rows={rows}
        // A utm_source may be "Direct", like visits without a source.
        keyOf={(row) => String(rows.indexOf(row))}
        columns={[
          {
            name: 'part',
            label,
            cell: ({ name, sessions }) => (
              <span className="flex flex-col gap-1">
                <span dir="auto" className="self-start wrap-anywhere">
                  {name}
                </span>
                <span
                  aria-hidden
                  className="h-1 bg-ink"
                  style={{ width: `${total > 0 ? (sessions / total) * 100 : 0}%` }}
                />
              </span>
            ),
          },
          {
            name: 'visits',
            label: 'Visits',
            isNumeric: true,
            cell: ({ sessions }) => formatNumber(sessions),
          },
          {
            name: 'views',
            label: 'Views',
            isNumeric: true,
            cell: ({ views }) => formatNumber(views),
          },
        ]}
      />
    </MetricsSection>
  )
}
