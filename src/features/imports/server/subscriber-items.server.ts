import { readOpening } from '#features/newsletter/rules/import-opening.ts'
import { createImportAnalysis, MAX_COLUMNS, readRow } from '#features/newsletter/rules/import-plan.ts'
import { decodeText } from '#kernel/text/decode-text.ts'
import { csvChunks, parseCsv, unescapeFormula } from '#platform/files/parse-csv.server.ts'
import type { ImportedSubscriber, ImportLoss } from '../rules/import-item.ts'
import { createLosses } from '../rules/text-losses.ts'
import { type ArchiveFiles, readArchiveFile } from './archive-files.server.ts'

/** A million subscribers have about 100 MB. */
const MAX_BYTES = 200_000_000
const OPENING_ROWS = 20

/**
 * Reads a list of subscribers. If a column may be about consent but is not understood (decision 37), none is imported: a person
 * has to import the file under Newsletter, Subscribers, and decide.
 */
export async function* readSubscribers(
  files: ArchiveFiles,
  name: string,
  now: Date,
): AsyncGenerator<ImportedSubscriber | ImportLoss> {
  const bytes = await readArchiveFile(files, name, MAX_BYTES)
  if (!bytes) return
  const text = decodeText(bytes)
  const first: string[][] = []
  for await (const cells of readCells(text)) if (first.push(cells) >= OPENING_ROWS) break
  const opening = readOpening(first)
  if (!opening || first.some(({ length }) => length > MAX_COLUMNS)) return
  const analysis = createImportAnalysis(opening, now)
  const losses = createLosses(null)
  let count = 0
  for await (const cells of readRows(text, opening.headerIndex)) {
    analysis.add(cells)
    count += 1
  }
  const { plan, questions } = analysis.finish()
  if (questions.length > 0) {
    const columns = questions.map(({ column }) => `“${column}”`).join(', ')
    losses.lose(
      'subscribers',
      `Import ${name} under Newsletter, Subscribers, and decide what these columns mean: ${columns}`,
      count,
    )
    yield* losses.items()
    return
  }
  const options = { decisions: {}, now }
  // A file may have a row for each list.
  const unsubscribed = new Set<string>()
  for await (const cells of readRows(text, opening.headerIndex)) {
    const read = readRow(cells, plan, options)
    if (read.kind === 'row' && !read.row.isActive) unsubscribed.add(read.row.email.toLowerCase())
  }
  for await (const cells of readRows(text, opening.headerIndex)) {
    const read = readRow(cells, plan, options)
    if (read.kind === 'skipped') {
      losses.lose('subscribers without a valid email address', read.email)
      continue
    }
    const { email, fullName, subscribedAt } = read.row
    const key = email.toLowerCase()
    yield {
      kind: 'subscriber',
      key,
      email,
      name: fullName || null,
      subscribedAt: subscribedAt ?? null,
      consent: unsubscribed.has(key) ? 'withdrawn' : 'given',
    }
  }
  yield* losses.items()
}

async function* readRows(text: string, headerIndex: number): AsyncGenerator<string[]> {
  let index = -1
  for await (const cells of readCells(text)) {
    index += 1
    if (index > headerIndex) yield cells
  }
}

async function* readCells(text: string): AsyncGenerator<string[]> {
  for await (const { cells, isUnclosed } of parseCsv(csvChunks(text)))
    if (!isUnclosed) yield cells.map((cell) => unescapeFormula(cell.trim()))
}
