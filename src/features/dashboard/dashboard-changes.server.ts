import type { Account } from '#features/accounts/current-account.server.ts'
import { recordAudit } from '#features/audit/record-audit.server.ts'
import type { FetchReport, NewsFetcher } from '#features/feeds/fetch-news.server.ts'
import { forceNews } from '#features/feeds/force-news.server.ts'
import { removeSampleEdition } from '#features/feeds/sample-edition.server.ts'
import { onFirstStart } from '#features/settings/first-start.server.ts'
import type { Db } from '#platform/database/db.server.ts'

/** Gathers all feeds now, and records that somebody had it done. @throws when the database is away */
export async function refreshContent(
  db: Db,
  fetcher: Pick<NewsFetcher, 'fetchNews'>,
  { by, now }: { by: Account; now: Date },
): Promise<FetchReport> {
  const report = await forceNews(db, fetcher, now)
  const { feeds, created, updated, failed } = report
  const subject = `${feeds} feeds asked, ${created} new, ${updated} updated, ${failed} failed`
  await recordAudit(db, { by, action: 'news.refresh', subject })
  return report
}

/** Takes the sample edition out of the paper, for good. @returns how many stories it was; 0 when it had gone before */
export async function dropSampleEdition(db: Db, { by }: { by: Account }): Promise<number> {
  return db.transaction(async (tx) => {
    // What a person has decided, no later start is to undo.
    await onFirstStart(tx, 'sample edition', async () => {})
    const removed = await removeSampleEdition(tx)
    if (removed > 0) {
      await recordAudit(tx, { by, action: 'sample-edition.remove', subject: `${removed} stories` })
    }
    return removed
  })
}
