import { parse } from 'csv-parse/browser/esm/sync'
import { phrase } from '#kernel/text/phrase.ts'
import { collapseSpace } from '#kernel/text/text.ts'
import { walkHtml } from '#kernel/text/walk-html.ts'
import type { ChartCells } from './chart-data.ts'
import { isNumber } from './read-numbers.ts'

/** In characters; a chart shows far less. */
const MAX_LENGTH = 100_000

/**
 * Reads a table that was copied from a spreadsheet or a page: separated by tabs, commas or semicolons, or HTML. A row of
 * headings is added if the first row has numbers only.
 *
 * @throws RangeError with a sentence for the author
 */
export function readTable(text: string): ChartCells {
  if (text.length > MAX_LENGTH)
    throw new RangeError(phrase('The text is longer than {max} characters.', { max: MAX_LENGTH }))
  const rows = (/<table[\s>]/i.test(text) ? readHtml(text) : readSeparated(text)).map((row) =>
    row.map(collapseSpace),
  )
  const filled = rows.filter((row) => row.some(Boolean))
  const width = Math.max(0, ...filled.map((row) => row.findLastIndex(Boolean) + 1))
  const cells = filled.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''))
  return hasHeadings(cells) ? cells : [Array.from({ length: width }, () => ''), ...cells]
}

const YEAR = /^(?:1[5-9]|20)\d\d$/

function hasHeadings([first = []]: ChartCells): boolean {
  const [corner, ...headings] = first
  return (
    corner === '' || headings.every((cell) => YEAR.test(cell)) || headings.some((cell) => !isNumber(cell))
  )
}

/** The first table of the text. */
function readHtml(html: string): string[][] {
  const rows: string[][] = []
  let isOpen = false
  let isRead = false
  walkHtml(html, {
    open(name) {
      if (isRead) return
      if (name === 'tr') rows.push([])
      isOpen = name === 'td' || name === 'th' || (isOpen && name !== 'tr')
      if (name === 'td' || name === 'th') rows.at(-1)?.push('')
    },
    close(name) {
      if (name === 'td' || name === 'th') isOpen = false
      if (name === 'table') isRead = true
    },
    text(text) {
      const row = rows.at(-1)
      if (row && isOpen && !isRead) row.push((row.pop() ?? '') + text)
    },
  })
  return rows
}

/** RFC 4180. Commas separate only if there are no tabs and no semicolons, which accompany decimal commas. */
function readSeparated(text: string): string[][] {
  const delimiter = ['\t', ';'].find((mark) => text.includes(mark)) ?? ','
  try {
    return parse(text, { delimiter, relax_quotes: true, relax_column_count: true, skip_empty_lines: true })
  } catch {
    throw new RangeError(phrase('The table cannot be read: a quotation mark is not closed.'))
  }
}

export function swapRowsAndColumns(cells: ChartCells): ChartCells {
  return (cells[0] ?? []).map((_, column) => cells.map((row) => row[column] ?? ''))
}
