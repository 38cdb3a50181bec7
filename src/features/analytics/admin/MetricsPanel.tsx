import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#kernel/format-count.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { LoadError, loadError } from '#ui/admin/LoadState.tsx'
import { Table } from '#ui/admin/Table.tsx'
import { Spinner } from '#ui/Spinner.tsx'
import { metricsFailure } from '../analytics.functions.ts'
import type { NamedTotals } from '../server/find-metrics.server.ts'

type Props<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

export function MetricsPanel<Data>({ query, children }: Props<Data>) {
  const { data, isPlaceholderData } = query
  const failure = <LoadError query={query} text={metricsFailure()} />
  if (data === undefined) return loadError(query) ? failure : <Spinner label={phrase('Loading analytics…')} />
  return (
    <div className="flex flex-col gap-5">
      {failure}
      <div
        aria-busy={isPlaceholderData}
        className={`flex flex-col gap-5 ${isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {children(data)}
      </div>
    </div>
  )
}

type SectionProps = { title: string; isEmpty?: boolean; emptyText?: string; children: ReactNode }

export function MetricsSection({ title, isEmpty, emptyText, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h2 className="text-16 font-semibold">{title}</h2>
      {isEmpty ? <p className="sheet p-4 text-muted">{emptyText}</p> : children}
    </section>
  )
}

type ChartSectionProps = {
  title: string
  note: string
  /** The same data as a table, for accessibility. */
  head: readonly string[]
  rows: readonly (readonly string[])[]
  children: ReactNode
}

export function ChartSection({ title, note, head, rows, children }: ChartSectionProps) {
  return (
    <MetricsSection title={title}>
      <div className="sheet flex flex-col gap-3 p-4">
        <div aria-hidden className="h-64">
          {children}
        </div>
        <p className="text-13 text-muted">{note}</p>
        <details>
          <summary className="min-h-6 cursor-pointer text-13 font-semibold">
            {phrase('Show as table')}
          </summary>
          <table className="mt-2 w-full text-13 tabular-nums">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                {head.map((label, place) => (
                  <th
                    key={label}
                    scope="col"
                    className={`border-b border-rule py-1 text-muted ${place === 0 ? 'text-start' : 'text-end'}`}
                  >
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, ...values]) => (
                <tr key={name}>
                  <th scope="row" className="border-b border-rule py-1 text-start font-normal">
                    {name}
                  </th>
                  {values.map((value, place) => (
                    <td key={head[place + 1]} className="border-b border-rule py-1 text-end">
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </div>
    </MetricsSection>
  )
}

type BreakdownTableProps = {
  title: string
  label: string
  rows: readonly NamedTotals[]
  /** The total of the percentages. */
  total: number
  emptyText: string
}

export function BreakdownTable({ title, label, rows, total, emptyText }: BreakdownTableProps) {
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
            label: phrase('Visits'),
            isNumeric: true,
            cell: ({ sessions }) => formatNumber(sessions),
          },
          {
            name: 'views',
            label: phrase('Views'),
            isNumeric: true,
            cell: ({ views }) => formatNumber(views),
          },
        ]}
      />
    </MetricsSection>
  )
}
