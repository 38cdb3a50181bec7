import { collapseSpace } from '#kernel/text/text.ts'
import { orderRows } from '../rules/order-rows.ts'

/** Turns the headings of sortable tables into buttons. Tables with cells that span others, and without a single row of headings, stay as they are. */
export function addSorting(text: Element): void {
  for (const table of text.querySelectorAll<HTMLTableElement>('.sortable > table')) {
    // React may call this again for the same text.
    if (!table.querySelector('th > button') && isRegular(table)) addButtons(table)
  }
}

function isRegular({ tHead, tBodies, rows }: HTMLTableElement): boolean {
  const width = rows[0]?.cells.length
  return (
    tHead?.rows.length === 1 &&
    tBodies.length === 1 &&
    rows.length > 2 &&
    [...rows].every(
      ({ cells }) =>
        cells.length === width && [...cells].every(({ colSpan, rowSpan }) => colSpan === 1 && rowSpan === 1),
    )
  )
}

function addButtons({ tHead, tBodies: [body], ownerDocument }: HTMLTableElement): void {
  const headings = [...(tHead?.rows[0]?.cells ?? [])]
  const language = (body?.closest('[lang]') as HTMLElement | null)?.lang || 'en'

  function sortBy(column: number) {
    const isAscending = headings[column]?.ariaSort !== 'ascending'
    const direction = isAscending ? 'ascending' : 'descending'
    for (const [index, heading] of headings.entries()) heading.ariaSort = index === column ? direction : null
    const rows = [...(body?.rows ?? [])]
    const cells = rows.map((row) => collapseSpace(row.cells[column]?.textContent ?? ''))
    body?.append(...orderRows(cells, direction, language).flatMap((index) => rows[index] ?? []))
  }

  for (const [column, heading] of headings.entries()) {
    // A button must not contain a link.
    if (!heading.textContent?.trim() || heading.querySelector('a')) continue
    const button = ownerDocument.createElement('button')
    button.type = 'button'
    button.append(...heading.childNodes)
    heading.append(button)
    button.addEventListener('click', () => sortBy(column))
  }
}
