import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Account } from '#features/accounts/rules/access.ts'
import { authoriseRequest } from '#features/accounts/server/current-session.server.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import { decodeText } from '#kernel/decode-text.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { errorResponse } from '#platform/http/responses.server.ts'
import { IMPORT_FAILURE } from '../rules/messages.ts'
import {
  CONSENT_PARAMETER,
  type ImportColumns,
  type ImportField,
  type ImportPreview,
  type ImportReport,
  type ImportRow,
  PREVIEW_PARAMETER,
  readHeader,
  readRow,
  type SkipReason,
} from '../rules/subscriber-import.ts'
import { parseCsv, unescapeFormula } from './parse-csv.server.ts'

type Row = ImportRow & { line: number }
type Import = { by: Account; text: AsyncIterable<string>; now: Date }

const BATCH_SIZE = 1_000
const MAX_REPORTED_LINES = 100
const SAMPLE_SIZE = 5
const CHUNK_LENGTH = 65_536

/** Requires the subscribers' confirmed consent, except for a preview. */
export async function handleSubscriberImport({ request }: { request: Request }): Promise<Response> {
  try {
    const account = await authoriseRequest(request, 'newsletter.manage')
    if (account instanceof Response) return account
    const parameters = new URL(request.url).searchParams
    const isPreview = parameters.has(PREVIEW_PARAMETER)
    if (!isPreview && parameters.get(CONSENT_PARAMETER) !== 'confirmed')
      return Response.json({ message: 'Confirm that the subscribers agreed.' }, { status: 400 })
    const options = { by: account, text: textOf(request), now: new Date() }
    const report = isPreview ? await previewImport(db(), options) : await importSubscribers(db(), options)
    return Response.json(report, { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    return errorResponse(IMPORT_FAILURE, error)
  }
}

/** Yields, so that other requests are served. */
async function* textOf(request: Request): AsyncGenerator<string> {
  // Old Mac programs use CR line endings.
  const text = decodeText(new Uint8Array(await request.arrayBuffer())).replace(/\r\n?/g, '\n')
  for (let from = 0; from < text.length; from += CHUNK_LENGTH) {
    yield text.slice(from, from + CHUNK_LENGTH)
    await setImmediate()
  }
}

/** A header row may name the columns (`subscriber-import.ts`); otherwise the first is the email address. Existing subscribers do not change. */
export async function importSubscribers(db: Db, { by, text, now }: Import): Promise<ImportReport> {
  return db.transaction(async (tx) => {
    const { columns: _, sample: __, ...report } = await readImport(text, now, (rows) => store(tx, rows))
    const { added, skipped } = report
    await recordAudit(tx, {
      by,
      action: 'subscriber.import',
      subject: `${added} added, ${skipped} skipped`,
    })
    return report
  })
}

export function previewImport(db: Db, { text, now }: Omit<Import, 'by'>): Promise<ImportPreview> {
  return readImport(text, now, (rows) => findNew(db, rows))
}

async function readImport(
  text: AsyncIterable<string>,
  now: Date,
  add: (rows: Row[]) => Promise<Set<string>>,
): Promise<ImportPreview> {
  const report: ImportPreview = {
    added: 0,
    inactive: 0,
    skipped: 0,
    reasons: {},
    lines: [],
    columns: [],
    sample: [],
  }
  const skip = (line: number, email: string, reason: SkipReason) => {
    report.skipped += 1
    report.reasons[reason] = (report.reasons[reason] ?? 0) + 1
    const isReported = report.lines.length < MAX_REPORTED_LINES || reason === 'unclosed'
    if (isReported) report.lines.push({ line, email: email.slice(0, 100), reason })
  }
  const seen = new Set<string>()
  let batch = new Map<string, Row>()
  const flush = async () => {
    const added = batch.size > 0 ? await add([...batch.values()]) : new Set<string>()
    report.added += added.size
    for (const [key, { line, ...row }] of batch) {
      if (!added.has(key)) skip(line, row.email, 'subscribed')
      else {
        if (!row.isActive) report.inactive += 1
        if (report.sample.length < SAMPLE_SIZE) report.sample.push(row)
      }
    }
    batch = new Map()
  }
  let columns: ImportColumns | undefined
  for await (const { line, cells: escaped, isUnclosed } of parseCsv(text)) {
    const cells = escaped.map((cell) => unescapeFormula(cell.trim()))
    if (!columns) {
      columns = readHeader(cells)
      if (columns) {
        report.columns = describeColumns(cells, columns)
        continue
      }
      columns = { email: 0 }
    }
    if (isUnclosed) {
      skip(line, cells[columns.email] ?? '', 'unclosed')
      continue
    }
    const read = readRow(cells, columns, now)
    if (read.kind === 'skipped') skip(line, read.email, read.reason)
    else {
      const key = read.row.email.toLowerCase()
      if (seen.has(key)) skip(line, read.row.email, 'twice')
      else batch.set(key, { ...read.row, line })
      seen.add(key)
    }
    if (batch.size >= BATCH_SIZE) await flush()
  }
  await flush()
  report.lines.sort((one, other) => one.line - other.line)
  return report
}

const MAX_HEADINGS = 50

function describeColumns(headings: string[], columns: ImportColumns): ImportPreview['columns'] {
  const fields = Object.keys(columns) as ImportField[]
  return headings.slice(0, MAX_HEADINGS).map((heading, index) => ({
    heading: heading.slice(0, 100),
    field: fields.find((field) => columns[field] === index),
  }))
}

/** @returns the new addresses in lower case */
async function store(tx: Db, rows: Row[]): Promise<Set<string>> {
  const { rows: stored } = await tx.execute<{ key: string }>(sql`
    insert into newsletter_subscribers (email, full_name, is_active, subscribed_at)
    select email, full_name, is_active, coalesce(subscribed_at, now()) from unnest(
      ${sql.param(rows.map(({ email }) => email))}::text[],
      ${sql.param(rows.map(({ fullName }) => fullName))}::text[],
      ${sql.param(rows.map(({ isActive }) => isActive))}::boolean[],
      ${sql.param(rows.map(({ subscribedAt }) => subscribedAt ?? null))}::timestamptz[]
    ) as row (email, full_name, is_active, subscribed_at)
    on conflict do nothing returning lower(email) as key`)
  return new Set(stored.map(({ key }) => key))
}

/** Returns the addresses that are not subscribed, in lower case. */
async function findNew(db: Db, rows: Row[]): Promise<Set<string>> {
  const keys = rows.map(({ email }) => email.toLowerCase())
  const { rows: known } = await db.execute<{ key: string }>(
    sql`select lower(email) as key from newsletter_subscribers where lower(email) = any(${sql.param(keys)}::text[])`,
  )
  return new Set(keys).difference(new Set(known.map(({ key }) => key)))
}
