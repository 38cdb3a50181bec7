import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { parse } from 'csv-parse'

/** `line` is the number of the row's first line, from 1. */
export type CsvRow = {
  line: number
  cells: string[]
  /** The rest of the file cannot be parsed. */
  isUnclosed?: true
}

const MAX_HEADER_LENGTH = 10_000
const DELIMITERS = [',', ';', '\t', '|']
const MAX_FIRST_LINES = 5
/** In UTF-16 units. */
const CHUNK_LENGTH = 16_384

/** Excel names the delimiter in a first line such as `sep=;`. */
const DECLARED_DELIMITER = /^"?sep=([^\n\r"])"?\r?\n/i

/** Parses CSV (RFC 4180). Detects the delimiter in the first lines and skips blank rows. */
export async function* parseCsv(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const iterator = chunks[Symbol.asyncIterator]()
  let start = ''
  while (
    start.split('\n', MAX_FIRST_LINES + 1).length <= MAX_FIRST_LINES &&
    start.length < MAX_HEADER_LENGTH
  ) {
    const { done, value } = await iterator.next()
    if (done) break
    start += value
  }
  start = start.replace(/^\uFEFF/, '')
  const declared = DECLARED_DELIMITER.exec(start)
  if (declared) start = start.slice(declared[0].length)
  const delimiter = declared?.[1] ?? detectDelimiter(start)
  let unparsed: string | undefined
  const parser = parse({
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
  let line = declared ? 2 : 1
  for await (const { record: cells, raw } of parser as AsyncIterable<{ record: string[]; raw: string }>) {
    if (cells.some((cell) => cell.trim() !== '')) yield { line, cells }
    // The parser counts CRLF within quotes twice.
    line += raw.replace(/\r?\n?$/, '').split('\n').length
  }
  if (unparsed !== undefined)
    yield { line, cells: unparsed.slice(0, MAX_HEADER_LENGTH).split(delimiter), isUnclosed: true }
}

/** Returns the most frequent delimiter outside quotes in the first line that has one. */
function detectDelimiter(start: string): string {
  for (const line of start.split('\n', MAX_FIRST_LINES)) {
    const unquoted = line.replace(/"[^"]*"/g, '')
    const counts = DELIMITERS.map((mark) => unquoted.split(mark).length - 1)
    const most = Math.max(...counts)
    if (most > 0) return DELIMITERS[counts.indexOf(most)] ?? ','
  }
  return ','
}

/** Splits a whole file for {@link parseCsv}. Lets the process answer other requests between chunks. */
export async function* csvChunks(csv: string): AsyncGenerator<string> {
  // Old Mac programs use CR line endings.
  const text = csv.replace(/\r\n?/g, '\n')
  for (let from = 0; from < text.length; from += CHUNK_LENGTH) {
    yield text.slice(from, from + CHUNK_LENGTH)
    await setImmediate()
  }
}

/** Removes the quote that protects exported formulas (kernel/text/csv.ts). */
export function unescapeFormula(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
