import { authoriseRequest } from '#features/accounts/server/authorise-request.server.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import { csvLine } from '#kernel/csv.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { csvDownload, errorResponse } from '#platform/http/responses.server.ts'
import { readAuditFilter } from '../rules/audit-filter.ts'
import { type AuditChange, listAudit } from './audit-log.server.ts'

const FILE_NAME = 'audit_log.csv'
const COLUMNS = ['Time', 'Email', 'Action', 'Subject', 'Changes', 'Address', 'Count']
const CHUNK_SIZE = 500

/** Filters as the screen does, and records the export. */
export async function handleAuditExport({ request }: { request: Request }): Promise<Response> {
  try {
    const account = await authoriseRequest(request, 'audit.read')
    if (account instanceof Response) return account
    const filter = readAuditFilter(Object.fromEntries(new URL(request.url).searchParams))
    await recordAudit(db(), { by: account, action: 'audit-log.export', subject: FILE_NAME })
    return await csvDownload(FILE_NAME, auditLines(db(), filter))
  } catch (error) {
    return errorResponse('The audit log could not be exported', error)
  }
}

async function* auditLines(db: Db, filter: ReturnType<typeof readAuditFilter>): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  let before: number | undefined
  do {
    const { entries, next } = await listAudit(db, { ...filter, before, size: CHUNK_SIZE })
    yield entries
      .map(({ at, actorEmail, action, subject, changes, address, count }) =>
        csvLine([at, actorEmail, action, subject, changesText(changes), address ?? '', String(count)]),
      )
      .join('')
    before = next ?? undefined
  } while (before !== undefined)
}

function changesText(changes: readonly AuditChange[]): string {
  return changes.map(({ name, from, to }) => `${name}: ${from ?? 'nothing'} → ${to ?? 'nothing'}`).join('\n')
}
