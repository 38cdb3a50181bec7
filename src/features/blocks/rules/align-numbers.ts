import { mapElements } from '#kernel/text/map-elements.ts'
import { collapseSpace } from '#kernel/text/text.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'
import { readNumbers } from './read-numbers.ts'

type TableCell = { isHeading: boolean; isSpanning: boolean; text: string }

type Cell = TableCell & { hasClass: boolean; nameEnd: number }

/**
 * Gives the cells of columns of numbers a class, so that their digits stand below each other. The first column names the
 * rows. Tables with cells that span others and tables in tables stay as they are.
 *
 * @param html sanitised
 */
export function alignNumbers(html: string): string {
  return mapElements(html, 'table', (table) => {
    const places = findNumberCells(readTable(table)).sort((one, other) => one - other)
    const parts = places.map((place, index) => `${table.slice(places[index - 1] ?? 0, place)} class="number"`)
    return parts.join('') + table.slice(places.at(-1) ?? 0)
  })
}

/** Returns the rows of cells of a table; none if it contains another one. */
function readTable(html: string): Cell[][] {
  const rows: Cell[][] = []
  let cell: Cell | undefined
  let tables = 0
  walkHtml(html, {
    open(name, attributes, { start }) {
      if (name === 'table') tables += 1
      else if (name === 'tr') rows.push([])
      else if (name === 'td' || name === 'th') {
        cell = {
          isHeading: name === 'th',
          isSpanning: 'colspan' in attributes || 'rowspan' in attributes,
          hasClass: 'class' in attributes,
          nameEnd: start + 1 + name.length,
          text: '',
        }
        rows.at(-1)?.push(cell)
      }
    },
    text(text) {
      if (cell) cell.text += text
    },
    close(name) {
      if (name === 'td' || name === 'th') cell = undefined
    },
  })
  return tables > 1 ? [] : rows
}

/** Returns where the names of the tags of cells in columns of numbers end. */
function findNumberCells(rows: readonly Cell[][]): number[] {
  return numberCells(rows).flatMap(({ hasClass, nameEnd }) => (hasClass ? [] : nameEnd))
}

/** Returns the cells of a table's columns of numbers. */
export function numberCells<Cell extends TableCell>(rows: readonly Cell[][]): Cell[] {
  const width = rows[0]?.length ?? 0
  if (rows.some((row) => row.length !== width || row.some(({ isSpanning }) => isSpanning))) return []
  return Array.from({ length: width }, (_, column) => rows.flatMap((row) => row[column] ?? []))
    .slice(1)
    .filter(isOfNumbers)
    .flat()
}

function isOfNumbers(cells: readonly TableCell[]): boolean {
  const texts = cells.filter(({ isHeading }) => !isHeading).map(({ text }) => collapseSpace(text))
  const numbers = readNumbers(texts)
  return numbers.kind === 'numbers' && numbers.values.some((value) => value !== null)
}
