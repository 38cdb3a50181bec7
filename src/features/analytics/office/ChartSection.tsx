import type { ReactNode } from 'react'
import { MetricsSection } from './MetricsPanel.tsx'

type Props = {
  title: string
  note: string
  /** The same data as a table, for accessibility. */
  head: readonly string[]
  rows: readonly (readonly string[])[]
  children: ReactNode
}

export function ChartSection({ title, note, head, rows, children }: Props) {
  return (
    <MetricsSection title={title}>
      <div className="sheet flex flex-col gap-3 p-4">
        <div aria-hidden className="h-64">
          {children}
        </div>
        <p className="text-13 text-muted">{note}</p>
        <details>
          <summary className="min-h-6 cursor-pointer text-13 font-semibold">Show as table</summary>
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
