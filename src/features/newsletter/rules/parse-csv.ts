/** A row of a file, and the line on which it begins, from 1. */
export type CsvRow = {
  line: number
  cells: string[]
  /** A quote in it is never closed: all the rest of the file was taken for its last cell. */
  isUnclosed?: true
}

/** No cell of ours is as long; a quote that is never closed must not take the whole file. */
const LONGEST_CELL = 10_000

/**
 * Reads comma-separated values (RFC 4180) as they come; a first line without commas but with semicolons or tabs is parted by
 * those, as spreadsheets write them. Blank lines are left out.
 */
export async function* parseCsv(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let separator: string | undefined
  let cells: string[] = []
  let cell = ''
  let line = 1
  let begin = 1
  let isQuoted = false
  let wasQuote = false
  let first = ''

  const endRow = (): CsvRow | undefined => {
    const row: CsvRow = { line: begin, cells: [...cells, cell] }
    cells = []
    cell = ''
    begin = line
    return row.cells.some((text) => text.trim() !== '') ? row : undefined
  }

  function* take(text: string): Generator<CsvRow> {
    for (const character of text) {
      if (isQuoted && !wasQuote && character !== '"') {
        if (character === '\n') line += 1
        if (cell.length < LONGEST_CELL) cell += character
      } else if (character === '"') {
        if (isQuoted && wasQuote) cell += '"'
        wasQuote = isQuoted && !wasQuote
        if (!isQuoted && cell.trim() === '') {
          isQuoted = true
          cell = ''
        } else if (!isQuoted) cell += '"'
      } else {
        isQuoted = false
        wasQuote = false
        if (character === separator) {
          cells.push(cell)
          cell = ''
        } else if (character === '\n') {
          line += 1
          const row = endRow()
          if (row) yield row
        } else if (character !== '\r' && cell.length < LONGEST_CELL) cell += character
      }
    }
  }

  for await (const chunk of chunks) {
    if (separator) {
      yield* take(chunk)
      continue
    }
    first += chunk
    const end = first.indexOf('\n')
    if (end < 0 && first.length < LONGEST_CELL) continue
    separator = separatorOf(first.slice(0, end < 0 ? undefined : end))
    yield* take(first.replace(/^\uFEFF/, ''))
  }
  if (!separator) {
    separator = separatorOf(first)
    yield* take(first.replace(/^\uFEFF/, ''))
  }
  const isUnclosed = isQuoted && !wasQuote
  const last = endRow()
  if (last) yield isUnclosed ? { ...last, isUnclosed } : last
}

function separatorOf(line: string): string {
  if (line.includes(',')) return ','
  return [';', '\t'].find((mark) => line.includes(mark)) ?? ','
}

/** What a cell held before it was made safe for spreadsheets (csv.ts). */
export function undefused(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
