import { authoriseRequest } from '#features/accounts/server/current-session.server.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.server.ts'
import { formatBytes } from '#kernel/format-bytes.ts'
import { decodeText } from '#kernel/text/decode-text.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { csvChunks, parseCsv, unescapeFormula } from '#platform/files/parse-csv.server.ts'
import { csvDownload, errorResponse } from '#platform/http/responses.server.ts'
import { hasPage } from '#platform/render/page-probe.server.ts'
import { redirects } from '#schema/redirects.ts'
import { encodePath, MAX_REDIRECTS } from '../rules/redirect-address.ts'
import {
  fullRefusal,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_LINES,
  type ParsedRedirect,
  type RedirectImportReport,
  refuseRedirect,
  STATUSES,
} from '../rules/redirect-form.ts'
import { lockRedirects } from './add-redirect.server.ts'
import { countRedirects, findFacts, parseRedirect, redirectLines } from './redirects.server.ts'

const FILE_NAME = 'redirects.csv'
const MAX_REPORTED_LINES = 200
const INSERT_SIZE = 1_000

/** Exports all redirects as CSV, and records the export in the audit log. */
export async function handleRedirectExport({ request }: { request: Request }): Promise<Response> {
  try {
    const account = await authoriseRequest(request, 'redirects.manage')
    if (account instanceof Response) return account
    await recordAudit(db(), { by: account, action: 'redirect.export', subject: FILE_NAME })
    return await csvDownload(FILE_NAME, redirectLines(db()))
  } catch (error) {
    return errorResponse(phrase('Failed to export redirects'), error)
  }
}

/** Imports CSV with the columns from, to and, optionally, status; 422 for a file that is too large. */
export async function handleRedirectImport({ request }: { request: Request }): Promise<Response> {
  try {
    const account = await authoriseRequest(request, 'redirects.manage')
    if (account instanceof Response) return account
    const bytes = await request.arrayBuffer()
    if (bytes.byteLength > MAX_IMPORT_BYTES)
      return Response.json(
        { message: phrase('The file is larger than {max}.', { max: formatBytes(MAX_IMPORT_BYTES) }) },
        { status: 422 },
      )
    const report = await importRedirects(db(), account, decodeText(new Uint8Array(bytes)))
    return Response.json(report, { headers: { 'cache-control': 'no-store' } })
  } catch (error) {
    return errorResponse(phrase('Failed to import redirects'), error)
  }
}

/** `reason` says why a line is refused. */
type Line = { line: number; from: string } & (
  | { redirect: ParsedRedirect; hasPage: boolean }
  | { reason: string }
)

/** Adds the valid lines, and reports why the others were refused. Existing redirects do not change. */
export async function importRedirects(db: Db, by: Actor, csv: string): Promise<RedirectImportReport> {
  const lines = await readLines(csv)
  return db.transaction(async (tx) => {
    await lockRedirects(tx)
    let space = MAX_REDIRECTS - (await countRedirects(tx))
    const known = await findFacts(
      tx,
      lines.flatMap((line) => ('redirect' in line ? [line.redirect] : [])),
    )
    const report: RedirectImportReport = { added: 0, refused: 0, lines: [] }
    const added: ParsedRedirect[] = []
    for (const line of lines) {
      const reason = 'reason' in line ? line.reason : refuse(line)
      if (reason === undefined && 'redirect' in line) {
        known.add(line.redirect)
        added.push(line.redirect)
        space -= 1
        continue
      }
      report.refused += 1
      if (report.lines.length < MAX_REPORTED_LINES)
        report.lines.push({ line: line.line, from: line.from.slice(0, 200), reason: reason ?? '' })
    }
    for (let start = 0; start < added.length; start += INSERT_SIZE)
      await tx.insert(redirects).values(
        added.slice(start, start + INSERT_SIZE).map(({ from: fromPath, target, status }) => ({
          fromPath,
          target,
          status,
          origin: 'import' as const,
        })),
      )
    report.added = added.length
    if (added.length > 0) {
      const subject = `${report.added} added, ${report.refused} refused`
      await recordAudit(tx, { by, action: 'redirect.import', subject })
    }
    return report

    function refuse({ redirect, hasPage }: Extract<Line, { redirect: ParsedRedirect }>): string | undefined {
      if (space <= 0) return fullRefusal().reason
      return refuseRedirect(redirect, known.factsOf(redirect, { hasPage }))?.reason
    }
  })
}

async function readLines(csv: string): Promise<Line[]> {
  const lines: Line[] = []
  const pages = new Map<string, boolean>()
  for await (const { line, cells, isUnclosed } of parseCsv(csvChunks(csv))) {
    const [from = '', target = '', status = ''] = cells.map((cell) => unescapeFormula(cell.trim()))
    if (lines.length === 0 && line <= 2 && /^(from|source|old)\b/i.test(from)) continue
    if (lines.length >= MAX_IMPORT_LINES) {
      lines.push({
        line,
        from,
        reason: phrase('A file can have {max} lines at most. Import the rest as another file.', {
          max: MAX_IMPORT_LINES,
        }),
      })
      return lines
    }
    const parsed = isUnclosed ? unclosedQuotation() : parseCells(from, target, status || '301')
    if ('reason' in parsed) {
      lines.push({ line, from, reason: parsed.reason })
      continue
    }
    const isPage = pages.get(parsed.from) ?? (await hasPage(encodePath(parsed.from)))
    pages.set(parsed.from, isPage)
    lines.push({ line, from, redirect: parsed, hasPage: isPage })
  }
  return lines
}

const unclosedQuotation = () => ({
  reason: phrase('A quotation mark is not closed. The rest of the file was not imported.'),
})

function parseCells(from: string, target: string, status: string): ParsedRedirect | { reason: string } {
  const known = STATUSES.find((one) => one === status)
  if (!known)
    return { reason: phrase('The status must be {statuses}, or empty.', { statuses: STATUSES.join(', ') }) }
  return parseRedirect({ from, target, status: known })
}
