import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Account } from '#features/accounts/rules/access.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import { requireAdministrator } from '#features/accounts/server/require-administrator.server.ts'
import { decodeText } from '#kernel/decode-text.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { errorResponse } from '#platform/http/responses.server.ts'
import { IMPORT_FAILURE } from '../office/messages.ts'
import type { ImportReport, SkipReason } from '../rules/import-report.ts'
import { parseSignup } from '../rules/parse-signup.ts'
import { type CsvRow, parseCsv, unescapeFormula } from './parse-csv.server.ts'

type Row = { line: number; email: string; fullName: string | null; isActive: boolean }
type Columns = { email: number; name: number; status: number }

const BATCH_SIZE = 1_000
const MAX_REPORTED_LINES = 100
const CHUNK_LENGTH = 65_536

export async function handleSubscriberImport({ request }: { request: Request }): Promise<Response> {
  try {
    const account = await requireAdministrator(request)
    if (account instanceof Response) return account
    const report = await importSubscribers(db(), { by: account, text: textOf(request) })
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

/**
 * Imports subscribers in one transaction. A header row may name the columns Email, Name and Status; otherwise the first column is
 * Email. Does not change existing subscribers.
 */
export async function importSubscribers(
  db: Db,
  { by, text }: { by: Account; text: AsyncIterable<string> },
): Promise<ImportReport> {
  const report: ImportReport = { added: 0, skipped: 0, reasons: {}, lines: [] }
  const skip = (line: number, email: string, reason: SkipReason) => {
    report.skipped += 1
    report.reasons[reason] = (report.reasons[reason] ?? 0) + 1
    const isReported = report.lines.length < MAX_REPORTED_LINES || reason === 'unclosed'
    if (isReported) report.lines.push({ line, email: email.slice(0, 100), reason })
  }
  return db.transaction(async (tx) => {
    let columns: Columns | undefined
    const seen = new Set<string>()
    let batch = new Map<string, Row>()
    const flush = async () => {
      const stored = await store(tx, [...batch.values()])
      report.added += stored.size
      for (const [key, { line, email }] of batch) if (!stored.has(key)) skip(line, email, 'subscribed')
      batch = new Map()
    }
    for await (const row of parseCsv(text)) {
      if (!columns) {
        columns = parseHeader(row)
        if (columns) continue
        columns = { email: 0, name: -1, status: -1 }
      }
      const read = parseRow(row, columns)
      if (read.kind === 'skipped') skip(row.line, read.email, read.reason)
      else {
        const key = read.row.email.toLowerCase()
        if (seen.has(key)) skip(row.line, read.row.email, 'twice')
        else batch.set(key, read.row)
        seen.add(key)
      }
      if (batch.size >= BATCH_SIZE) await flush()
    }
    await flush()
    report.lines.sort((one, other) => one.line - other.line)
    const { added, skipped } = report
    await recordAudit(tx, {
      by,
      action: 'subscriber.import',
      subject: `${added} added, ${skipped} skipped`,
    })
    return report
  })
}

/** All other statuses are imported as inactive. */
const ACTIVE = /^(?:active|subscribed|confirmed)?$/i

function parseHeader({ cells }: CsvRow): Columns | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const email = names.findIndex((name) => /^e-?mail( address)?$/.test(name))
  if (email < 0) return undefined
  return {
    email,
    name: names.findIndex((name) => /^(full[ _])?name$/.test(name)),
    status: names.indexOf('status'),
  }
}

function parseRow(
  { line, cells, isUnclosed }: CsvRow,
  columns: Columns,
): { kind: 'row'; row: Row } | { kind: 'skipped'; email: string; reason: SkipReason } {
  const cellAt = (column: number) => unescapeFormula((cells[column] ?? '').trim())
  const email = cellAt(columns.email)
  if (isUnclosed) return { kind: 'skipped', email, reason: 'unclosed' }
  const read = parseSignup({ email, full_name: cellAt(columns.name) })
  if (read.kind === 'refused') return { kind: 'skipped', email, reason: read.outcome }
  const isActive = ACTIVE.test(cellAt(columns.status))
  return { kind: 'row', row: { line, ...read.signup, isActive } }
}

/** @returns the new addresses in lower case */
async function store(tx: Db, rows: Row[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const { rows: stored } = await tx.execute<{ key: string }>(sql`
    insert into newsletter_subscribers (email, full_name, is_active)
    select * from unnest(
      ${sql.param(rows.map(({ email }) => email))}::text[],
      ${sql.param(rows.map(({ fullName }) => fullName))}::text[],
      ${sql.param(rows.map(({ isActive }) => isActive))}::boolean[]
    )
    on conflict do nothing returning lower(email) as key`)
  return new Set(stored.map(({ key }) => key))
}
