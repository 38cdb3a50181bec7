import { Table } from '#ui/office/Table.tsx'
import type { Figure } from '../server/find-metrics.server.ts'
import { Sheet } from './Sheet.tsx'

type Props = {
  title: string
  /** What one row is. */
  part: string
  rows: readonly Figure[]
  /** All visits, of which each row has a share. */
  together: number
  nothing: string
}

/** Where visits came from, or what they were made with: the most frequent first. */
export function BreakdownTable({ title, part, rows, together, nothing }: Props) {
  return (
    <Sheet title={title} isEmpty={rows.length === 0} nothing={nothing}>
      <Table
        caption={title}
        rows={rows}
        // Two may be called the same: no source, and a campaign whose source is "Direct".
        keyOf={(row) => String(rows.indexOf(row))}
        columns={[
          {
            name: 'part',
            label: part,
            cell: ({ name, sessions }) => (
              <span className="flex flex-col gap-1">
                <span dir="auto" className="self-start wrap-anywhere">
                  {name}
                </span>
                <span
                  aria-hidden
                  className="h-1 bg-ink"
                  style={{ width: `${together > 0 ? (sessions / together) * 100 : 0}%` }}
                />
              </span>
            ),
          },
          {
            name: 'visits',
            label: 'Visits',
            isFigure: true,
            cell: ({ sessions }) => sessions.toLocaleString('en-GB'),
          },
          {
            name: 'views',
            label: 'Views',
            isFigure: true,
            cell: ({ views }) => views.toLocaleString('en-GB'),
          },
        ]}
      />
    </Sheet>
  )
}
