import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

export type Column<Row> = {
  name: string
  /** Visually hidden when `isHeadHidden`. */
  label: string
  isHeadHidden?: boolean
  /** Right-aligned, with tabular digits. */
  isNumeric?: boolean
  /** Hidden below 1024 px. */
  isForWide?: boolean
  cell: (row: Row) => ReactNode
}

type Props<Row> = {
  /** A name for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** The head is sticky; the first column has the row headers. Magnified tables scroll sideways. */
export function Table<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null)
  const isScrollable = useIsWider(frame)
  return (
    <div
      ref={frame}
      // Lets the keyboard scroll it.
      {...(isScrollable && { tabIndex: 0, role: 'region', 'aria-label': caption })}
      className="magnified:overflow-x-auto magnified:wrap-break-word"
    >
      <table className="sheet w-full border-separate border-spacing-0 text-14">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={`sticky top-0 z-1 border-b border-rule bg-paper px-3 py-2 text-13 font-semibold whitespace-nowrap text-muted ${alignment(column)}`}
              >
                <span className={column.isHeadHidden ? 'sr-only' : ''}>{column.label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="group hover:bg-wash">
              {columns.map((column, place) => {
                const Cell = place === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={column.name}
                    scope={place === 0 ? 'row' : undefined}
                    className={`border-b border-rule px-3 py-2 font-normal group-last:border-b-0 ${alignment(column)}`}
                  >
                    {column.cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Whether the content of an element is wider than the element. */
function useIsWider(frame: RefObject<HTMLElement | null>): boolean {
  const [isWider, setIsWider] = useState(false)
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const observer = new ResizeObserver(() => setIsWider(current.scrollWidth > current.clientWidth))
    for (const element of [current, ...current.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return isWider
}

function alignment({ isNumeric, isForWide }: Pick<Column<never>, 'isNumeric' | 'isForWide'>) {
  return `${isNumeric ? 'text-end whitespace-nowrap tabular-nums' : 'text-start'} ${isForWide ? 'max-lg:hidden' : ''}`
}
