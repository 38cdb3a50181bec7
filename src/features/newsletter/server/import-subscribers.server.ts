import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Account } from '#features/accounts/rules/access.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import { requireAdministrator } from '#features/accounts/server/require-administrator.server.ts'
import { decodeText } from '#kernel/decode-text.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { errorResponse } from '#platform/http/error-response.server.ts'
import { IMPORT_FAILURE } from '../office/messages.ts'
import type { ImportReport, SkipReason } from '../rules/import-report.ts'
import { type CsvRow, parseCsv, undefused } from '../rules/parse-csv.ts'
import { parseSignup } from '../rules/parse-signup.ts'

type Row = { line: number; email: string; fullName: string | null; isActive: boolean }
type Columns = { email: number; name: number; status: number }

/** Stored at once. */
const BATCH = 1_000
/** As many of the skipped lines as the report names. */
const NAMED = 100
/** Characters that are read at once. */
const PIECE = 65_536

/** Takes a file of subscribers from an administrator and answers with what became of it. */
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

/** In pieces, so that others are served in between. */
async function* textOf(request: Request): AsyncGenerator<string> {
  // Some programs end lines as old Macs did.
  const text = decodeText(new Uint8Array(await request.arrayBuffer())).replace(/\r\n?/g, '\n')
  for (let from = 0; from < text.length; from += PIECE) {
    yield text.slice(from, from + PIECE)
    await setImmediate()
  }
}

/**
 * Stores the subscribers of a file, all or none of them, with one record of it. The head names the columns Email, Name and
 * Status; a file without a head has the addresses in its first column. Who is stored already stays as is, active or not.
 */
export async function importSubscribers(
  db: Db,
  { by, text }: { by: Account; text: AsyncIterable<string> },
): Promise<ImportReport> {
  const report: ImportReport = { added: 0, skipped: 0, reasons: {}, lines: [] }
  const skip = (line: number, email: string, reason: SkipReason) => {
    report.skipped += 1
    report.reasons[reason] = (report.reasons[reason] ?? 0) + 1
    // Where the rest of the file is lost has to be known, however much else was skipped.
    const isNamed = report.lines.length < NAMED || reason === 'unclosed'
    if (isNamed) report.lines.push({ line, email: email.slice(0, 100), reason })
  }
  return db.transaction(async (tx) => {
    let columns: Columns | undefined
    const met = new Set<string>()
    let batch = new Map<string, Row>()
    const flush = async () => {
      const stored = await store(tx, [...batch.values()])
      report.added += stored.size
      for (const [key, { line, email }] of batch) if (!stored.has(key)) skip(line, email, 'subscribed')
      batch = new Map()
    }
    for await (const row of parseCsv(text)) {
      if (!columns) {
        columns = readHead(row)
        if (columns) continue
        columns = { email: 0, name: -1, status: -1 }
      }
      const read = readRow(row, columns)
      if (read.kind === 'skipped') skip(row.line, read.email, read.reason)
      else {
        const key = read.row.email.toLowerCase()
        if (met.has(key)) skip(row.line, read.row.email, 'twice')
        else batch.set(key, read.row)
        met.add(key)
      }
      if (batch.size >= BATCH) await flush()
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

/** Without a status, or with one of these. Other programs have many words for who has left or cannot be reached. */
const ACTIVE = /^(?:active|subscribed|confirmed)?$/i

function readHead({ cells }: CsvRow): Columns | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const email = names.findIndex((name) => /^e-?mail( address)?$/.test(name))
  if (email < 0) return undefined
  return {
    email,
    name: names.findIndex((name) => /^(full[ _])?name$/.test(name)),
    status: names.indexOf('status'),
  }
}

function readRow(
  { line, cells, isUnclosed }: CsvRow,
  columns: Columns,
): { kind: 'row'; row: Row } | { kind: 'skipped'; email: string; reason: SkipReason } {
  const cellAt = (column: number) => undefused((cells[column] ?? '').trim())
  const email = cellAt(columns.email)
  if (isUnclosed) return { kind: 'skipped', email, reason: 'unclosed' }
  const read = parseSignup({ email, full_name: cellAt(columns.name) })
  if (read.kind === 'refused') return { kind: 'skipped', email, reason: read.outcome }
  const isActive = ACTIVE.test(cellAt(columns.status))
  return { kind: 'row', row: { line, ...read.signup, isActive } }
}

/** @returns the addresses that were new, in small letters */
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
