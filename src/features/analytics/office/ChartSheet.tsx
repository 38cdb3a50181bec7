import type { ReactNode } from 'react'
import { Sheet } from './Sheet.tsx'

type Props = {
  title: string
  note: string
  /** The same figures as a table, for those who do not see the chart or want to know exactly. */
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** The chart. */
  children: ReactNode
}

/** A chart, what it shows in words, and the table behind it. */
export function ChartSheet({ title, note, head, rows, children }: Props) {
  return (
    <Sheet title={title}>
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
              {rows.map(([name, ...figures]) => (
                <tr key={name}>
                  <th scope="row" className="border-b border-rule py-1 text-start font-normal">
                    {name}
                  </th>
                  {figures.map((figure, place) => (
                    <td key={head[place + 1]} className="border-b border-rule py-1 text-end">
                      {figure}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </div>
    </Sheet>
  )
}
