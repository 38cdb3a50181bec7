import type { Account } from '#features/accounts/server/current-account.server.ts'
import { recordAudit } from '#features/accounts/server/record-audit.server.ts'
import { removeSampleEdition } from '#features/feeds/server/sample-edition.server.ts'
import { onFirstStart } from '#features/site/server/first-start.server.ts'
import type { Db } from '#platform/database/db.server.ts'

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
