import { notifyOfLatePublications } from '#features/publishing/server/late-publications.server.ts'
import {
  type PublicationTimer,
  startPublicationTimer,
} from '#features/publishing/server/publication-timer.server.ts'
import { type DueResult, publishDue } from '#features/publishing/server/scheduled-publications.server.ts'
import type { Db } from '#platform/database/db.server.ts'
import { log } from '#platform/process/log.server.ts'
import type { Services } from './services.server.ts'

export function openPublicationTimer({ database }: Services): PublicationTimer {
  return startPublicationTimer({
    db: database.db,
    onResult: logResult,
    onError: (error) =>
      log().warn(
        { err: error },
        'Scheduled articles or fronts could not be published, or breaking news could not be ended',
      ),
  })
}

/** Runs every minute, in addition to the timers. Reports late publications. */
export async function checkPublications(db: Db): Promise<void> {
  const now = new Date()
  logResult(await publishDue(db, now))
  for (const { articleId, title, plannedAt } of await notifyOfLatePublications(db, now))
    log().error({ articleId, plannedAt }, `The publication of "${title}" was late`)
}

function logResult({ published, blocked, failures }: DueResult): void {
  if (published > 0) log().info({ published }, `Scheduled publications: ${published} published`)
  for (const { articleId, reasons } of blocked)
    log().warn({ articleId, reasons }, 'A scheduled publication is blocked')
  for (const { articleId, error } of failures)
    log().error({ articleId, err: error }, 'A scheduled publication failed')
}
