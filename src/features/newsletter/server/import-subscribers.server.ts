import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Account } from '#features/access/rules/access.ts'
import { authoriseRequest } from '#features/accounts/server/current-session.server.ts'
import { recordAudit } from '#features/audit/server/record-audit.server.ts'
import { parseObject } from '#kernel/parameters.ts'
import { decodeText } from '#kernel/text/decode-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { type CsvRow, csvChunks, parseCsv, unescapeFormula } from '#platform/files/parse-csv.server.ts'
import { errorResponse } from '#platform/http/responses.server.ts'
import { readOpening } from '../rules/import-opening.ts'
import {
  createImportAnalysis,
  type Decisions,
  describePlan,
  type ImportPlan,
  type ImportRow,
  MAX_COLUMNS,
  type Question,
  readRow,
} from '../rules/import-plan.ts'
import { importFailure } from '../rules/messages.ts'
import {
  CONSENT_PARAMETER,
  DECISIONS_PART,
  FILE_PART,
  type ImportPreview,
  type ImportRefusal,
  type ImportReport,
  PREVIEW_PARAMETER,
  refusalText,
  type SkipReason,
} from '../rules/subscriber-import.ts'

type Row = ImportRow & { line: number; isDateLeftOut: boolean }
/** `text` is read several times. */
type Source = { text: () => AsyncIterable<string>; decisions?: Decisions; now: Date }
type Import = Source & { by: Account }

/** Unlike after a deactivation by an administrator, these people may come back. */
const inactiveReason = () => phrase('Inactive when imported')
const BATCH_SIZE = 1_000
const MAX_REPORTED_LINES = 100
const SAMPLE_SIZE = 5
/** The header is among these rows. */
const OPENING_ROWS = 20
const MAX_SHOWN_COLUMNS = 50

const decisionsSchema = z.record(
  z.string().max(200),
  z.union([z.literal('not-consent'), z.array(z.string().max(200)).max(100)]),
)

/**
 * Accepts CSV, or a form with the file and decisions about its columns. Requires the subscribers' confirmed consent and
 * a decision about each column whose meaning is unknown, except for a preview.
 */
export async function handleSubscriberImport({ request }: { request: Request }): Promise<Response> {
  try {
    const account = await authoriseRequest(request, 'newsletter.manage')
    if (account instanceof Response) return account
    const parameters = new URL(request.url).searchParams
    const isPreview = parameters.has(PREVIEW_PARAMETER)
    if (!isPreview && parameters.get(CONSENT_PARAMETER) !== 'confirmed')
      return Response.json({ message: phrase('Confirm that the subscribers agreed.') }, { status: 400 })
    const upload = await readUpload(request)
    if (!upload)
      return Response.json({ message: phrase('The decisions about columns are not valid.') }, { status: 400 })
    const source = { ...upload, now: new Date() }
    const result = isPreview
      ? await previewImport(db(), source)
      : await importSubscribers(db(), { ...source, by: account })
    if ('kind' in result) return Response.json({ ...result, message: refusalText(result) }, { status: 422 })
    return Response.json(result, { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    return errorResponse(importFailure(), error)
  }
}

/** @returns undefined if the decisions are not valid */
async function readUpload(request: Request): Promise<Pick<Source, 'text' | 'decisions'> | undefined> {
  if (!request.headers.get('content-type')?.startsWith('multipart/form-data'))
    return { text: textOf(await request.arrayBuffer()) }
  const form = await request.formData()
  const [file, json] = [form.get(FILE_PART), form.get(DECISIONS_PART) ?? '{}']
  const decisions = typeof json === 'string' ? decisionsSchema.safeParse(parseObject(json)) : undefined
  if (!(file instanceof File) || !decisions?.success) return undefined
  return { text: textOf(await file.arrayBuffer()), decisions: decisions.data }
}

function textOf(bytes: ArrayBuffer): () => AsyncIterable<string> {
  const text = decodeText(new Uint8Array(bytes))
  return () => csvChunks(text)
}

/** Stores nothing while a column is undecided. Existing subscribers do not change. */
export async function importSubscribers(
  db: Db,
  { by, ...source }: Import,
): Promise<ImportReport | ImportRefusal> {
  const file = await analyse(source)
  if ('kind' in file) return file
  if (file.undecided.length > 0) return { kind: 'undecided', questions: file.undecided }
  return db.transaction(async (tx) => {
    const { sample: _, ...report } = await readImport(file, source, (rows) => store(tx, rows))
    const { added, skipped } = report
    await recordAudit(tx, {
      by,
      action: 'subscriber.import',
      subject: `${added} added, ${skipped} skipped`,
      changes: describeDecisions(file.questions, source.decisions),
    })
    return report
  })
}

function describeDecisions(questions: Question[], decisions: Decisions = {}) {
  const changes = questions.map(({ column }) => {
    const decision = decisions[column] ?? []
    const to = decision === 'not-consent' ? 'not about consent' : `active: ${decision.join(', ') || 'none'}`
    return [column, { from: null, to: to.slice(0, 200) }]
  })
  return Object.fromEntries(changes.slice(0, MAX_SHOWN_COLUMNS))
}

export async function previewImport(db: Db, source: Source): Promise<ImportPreview | ImportRefusal> {
  const file = await analyse(source)
  if ('kind' in file) return file
  const report = await readImport(file, source, (rows) => findNew(db, rows))
  const columns = file.hasHeader ? describePlan(file.plan).slice(0, MAX_SHOWN_COLUMNS) : []
  return { ...report, columns, questions: file.undecided }
}

type Analysis = {
  plan: ImportPlan
  hasHeader: boolean
  questions: Question[]
  undecided: Question[]
  /** The first line of a subscriber. */
  firstLine: number
  hasRepeated: boolean
}

/** Reads the whole file, to know the meaning of its columns and the order of its dates. */
async function analyse({ text, decisions = {}, now }: Source): Promise<Analysis | ImportRefusal> {
  const first: CsvRow[] = []
  for await (const row of readRows(text())) if (first.push(row) >= OPENING_ROWS) break
  const opening = readOpening(first.map(({ cells }) => cells))
  if (!opening) return { kind: 'no-addresses' }
  const firstLine = (first[opening.headerIndex]?.line ?? 0) + 1
  if (first.some(({ cells }) => cells.length > MAX_COLUMNS)) return { kind: 'too-many-columns' }
  const analysis = createImportAnalysis(opening, now)
  const seen = new Set<string>()
  let hasRepeated = false
  for await (const { line, cells, isUnclosed } of readRows(text())) {
    if (line < firstLine || isUnclosed) continue
    analysis.add(cells)
    const key = cells[opening.email]?.toLowerCase() ?? ''
    hasRepeated ||= seen.has(key)
    seen.add(key)
  }
  const { plan, questions } = analysis.finish()
  const undecided = questions.filter(({ column }) => !Object.hasOwn(decisions, column))
  return { plan, hasHeader: opening.header !== undefined, questions, undecided, firstLine, hasRepeated }
}

async function* readRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  for await (const row of parseCsv(text))
    yield { ...row, cells: row.cells.map((cell) => unescapeFormula(cell.trim())) }
}

/** Returns the addresses that any row says are inactive, in lower case: a file may have a row for each list. */
async function findInactive(
  { plan, firstLine }: Analysis,
  { text, decisions = {}, now }: Source,
): Promise<Set<string>> {
  const inactive = new Set<string>()
  for await (const { line, cells, isUnclosed } of readRows(text())) {
    if (line < firstLine || isUnclosed) continue
    const read = readRow(cells, plan, { decisions, now })
    if (read.kind === 'row' && !read.row.isActive) inactive.add(read.row.email.toLowerCase())
  }
  return inactive
}

async function readImport(
  file: Analysis,
  source: Source,
  add: (rows: Row[]) => Promise<Set<string>>,
): Promise<ImportReport & { sample: ImportRow[] }> {
  const { decisions = {}, now } = source
  const inactive = file.hasRepeated ? await findInactive(file, source) : undefined
  const sample: ImportRow[] = []
  const report: ImportReport = {
    added: 0,
    inactive: 0,
    datesLeftOut: 0,
    skipped: 0,
    reasons: {},
    lines: [],
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
    for (const [key, { line, isDateLeftOut, ...row }] of batch) {
      if (!added.has(key)) skip(line, row.email, 'subscribed')
      else {
        if (!row.isActive) report.inactive += 1
        if (isDateLeftOut) report.datesLeftOut += 1
        if (sample.length < SAMPLE_SIZE) sample.push(row)
      }
    }
    batch = new Map()
  }
  for await (const { line, cells, isUnclosed } of readRows(source.text())) {
    if (line < file.firstLine) continue
    if (isUnclosed) {
      skip(line, cells[file.plan.email] ?? '', 'unclosed')
      continue
    }
    const read = readRow(cells, file.plan, { decisions, now })
    if (read.kind === 'skipped') {
      skip(line, read.email, read.reason)
      continue
    }
    const key = read.row.email.toLowerCase()
    const isActive = read.row.isActive && !inactive?.has(key)
    if (seen.has(key)) skip(line, read.row.email, 'twice')
    else batch.set(key, { ...read.row, isActive, isDateLeftOut: read.isDateLeftOut, line })
    seen.add(key)
    if (batch.size >= BATCH_SIZE) await flush()
  }
  await flush()
  report.lines.sort((one, other) => one.line - other.line)
  return { ...report, sample }
}

/** @returns the new addresses in lower case */
async function store(tx: Db, rows: Row[]): Promise<Set<string>> {
  const { rows: stored } = await tx.execute<{ key: string }>(sql`
    insert into newsletter_subscribers (email, full_name, is_active, inactive_reason, subscribed_at)
    select email, full_name, is_active, case when not is_active then ${inactiveReason()} end,
      coalesce(subscribed_at, now())
    from unnest(
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
