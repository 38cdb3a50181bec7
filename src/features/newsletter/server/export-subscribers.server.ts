import { authoriseRequest } from '#features/accounts/server/authorise-request.server.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import { csvLine } from '#kernel/csv.ts'
import { londonDay } from '#kernel/london-calendar.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { csvDownload, errorResponse } from '#platform/http/responses.server.ts'
import { listSubscribers } from './subscribers.server.ts'

/** Spec §7, CSV export. */
const FILE_NAME = 'newsletter_subscribers.csv'
const COLUMNS = ['Email', 'Name', 'Status', 'Subscribed Date']
const PAGE_SIZE = 1_000

/** Records the export in the audit log. */
export async function handleSubscriberExport({ request }: { request: Request }): Promise<Response> {
  try {
    const account = await authoriseRequest(request, 'newsletter.manage')
    if (account instanceof Response) return account
    await recordAudit(db(), { by: account, action: 'subscriber.export', subject: FILE_NAME })
    return await csvDownload(FILE_NAME, subscriberLines(db()))
  } catch (error) {
    return errorResponse('Failed to export newsletter subscribers', error)
  }
}

/** Holds one page in memory. */
export async function* subscriberLines(db: Db): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  let before: string | undefined
  do {
    const { subscribers, next } = await listSubscribers(db, { before, size: PAGE_SIZE })
    yield subscribers
      .map(({ email, fullName, isActive, subscribedAt }) =>
        csvLine([email, fullName ?? '', isActive ? 'Active' : 'Inactive', londonDay(subscribedAt)]),
      )
      .join('')
    before = next ?? undefined
  } while (before)
}
