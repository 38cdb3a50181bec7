import { requireAdministrator } from '#features/accounts/server/current-account.server.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import { csvLine } from '#kernel/csv.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { csvDownload } from '#platform/http/csv-download.server.ts'
import { failedRoute } from '#platform/http/failed-route.server.ts'
import { readAuditFilter } from '../rules/audit-filter.ts'
import { type AuditChange, listAudit } from './audit-log.server.ts'

const FILE_NAME = 'audit_log.csv'
const COLUMNS = ['Time', 'Email', 'Action', 'Subject', 'Changes']
/** Read and sent at once. */
const CHUNK = 500

/**
 * Answers an administrator with the audit log as a file, the latest first, and records that it was taken out. The parameters of
 * the address filter it as they filter the screen.
 */
export async function answerAuditExport({ request }: { request: Request }): Promise<Response> {
  try {
    const account = await requireAdministrator(request)
    if (account instanceof Response) return account
    const filter = readAuditFilter(Object.fromEntries(new URL(request.url).searchParams))
    await recordAudit(db(), { by: account, action: 'audit-log.export', subject: FILE_NAME })
    return await csvDownload(FILE_NAME, auditLines(db(), filter))
  } catch (error) {
    return failedRoute('The audit log could not be exported', error)
  }
}

async function* auditLines(db: Db, filter: ReturnType<typeof readAuditFilter>): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  let before: number | undefined
  do {
    const { entries, next } = await listAudit(db, { ...filter, before, size: CHUNK })
    yield entries
      .map(({ at, actorEmail, action, subject, changes }) =>
        csvLine([at, actorEmail, action, subject, changesText(changes)]),
      )
      .join('')
    before = next ?? undefined
  } while (before !== undefined)
}

/** A line for each field. */
function changesText(changes: readonly AuditChange[]): string {
  return changes.map(({ name, from, to }) => `${name}: ${from ?? 'nothing'} → ${to ?? 'nothing'}`).join('\n')
}
