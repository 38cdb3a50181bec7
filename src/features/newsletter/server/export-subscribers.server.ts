import { requireAdministrator } from '#features/accounts/server/current-account.server.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import { csvLine } from '#kernel/csv.ts'
import { londonDay } from '#kernel/london-calendar.ts'
import { type Db, db } from '#platform/database/db.server.ts'
import { csvDownload } from '#platform/http/csv-download.server.ts'
import { failedRoute } from '#platform/http/failed-route.server.ts'
import { listSubscribers } from './subscribers.server.ts'

/** Spec §7, CSV export. */
const FILE_NAME = 'newsletter_subscribers.csv'
const COLUMNS = ['Email', 'Name', 'Status', 'Subscribed Date']
/** Read and sent at once. */
const CHUNK = 1_000

/** Answers an administrator with all subscribers as a file, newest first, and records that they were taken out. */
export async function answerSubscriberExport({ request }: { request: Request }): Promise<Response> {
  try {
    const account = await requireAdministrator(request)
    if (account instanceof Response) return account
    await recordAudit(db(), { by: account, action: 'subscriber.export', subject: FILE_NAME })
    return await csvDownload(FILE_NAME, subscriberLines(db()))
  } catch (error) {
    return failedRoute('The subscribers could not be exported', error)
  }
}

/** The file, line after line, read a page at a time: a list of any length takes no more memory than that. */
export async function* subscriberLines(db: Db): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  let before: string | undefined
  do {
    const { subscribers, next } = await listSubscribers(db, { before, size: CHUNK })
    yield subscribers
      .map(({ email, fullName, isActive, subscribedAt }) =>
        csvLine([email, fullName ?? '', isActive ? 'Active' : 'Inactive', londonDay(subscribedAt)]),
      )
      .join('')
    before = next ?? undefined
  } while (before)
}
