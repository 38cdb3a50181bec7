import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'

/** `line` is that of the first line, from 1. */
export type CsvRow = {
  line: number
  cells: string[]
  /** The rest of the file cannot be parsed. */
  isUnclosed?: true
}

const MAX_HEADER_LENGTH = 10_000

/** RFC 4180. Detects the delimiter in the first line and skips blank rows. */
export async function* parseCsv(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const iterator = chunks[Symbol.asyncIterator]()
  let start = ''
  while (!start.includes('\n') && start.length < MAX_HEADER_LENGTH) {
    const { done, value } = await iterator.next()
    if (done) break
    start += value
  }
  const delimiter = detectDelimiter(start.split('\n', 1)[0] ?? '')
  let unparsed: string | undefined
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n'],
    // `trim` with `relax_quotes` would lose the rest of a row such as `"d"e,f`.
    ltrim: true,
    relax_quotes: true,
    relax_column_count: true,
    raw: true,
    // An error would discard buffered rows.
    skip_records_with_error: true,
    on_skip: (_, raw) => {
      unparsed ??= raw ?? ''
    },
  })
  async function* source() {
    yield start
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  pipeline(Readable.from(source()), parser, () => {})
  let line = 1
  for await (const { record: cells, raw } of parser as AsyncIterable<{ record: string[]; raw: string }>) {
    if (cells.some((cell) => cell.trim() !== '')) yield { line, cells }
    // The parser counts CRLF within quotes twice.
    line += raw.replace(/\r?\n?$/, '').split('\n').length
  }
  if (unparsed !== undefined)
    yield { line, cells: unparsed.slice(0, MAX_HEADER_LENGTH).split(delimiter), isUnclosed: true }
}

function detectDelimiter(line: string): string {
  return [',', ';', '\t'].find((mark) => line.includes(mark)) ?? ','
}

/** Removes the quote that protects exported formulas (kernel/csv.ts). */
export function unescapeFormula(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
