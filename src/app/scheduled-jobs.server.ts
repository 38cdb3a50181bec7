import { sweepAccounts } from '#features/accounts/server/sweep-accounts.server.ts'
import { rollUpNewViews } from '#features/analytics/server/incremental-roll-up.server.ts'
import { isRollUpDue, rollUpViews } from '#features/analytics/server/roll-up-views.server.ts'
import { compactArticleCounts } from '#features/articles/server/article-counts.server.ts'
import { rankMostRead } from '#features/articles/server/most-read.server.ts'
import { notifyOfOverdueBackup } from '#features/backups/server/backup-runs.server.ts'
import { makeNightlyBackup } from '#features/backups/server/nightly-backup.server.ts'
import { removeAbandonedFolders } from '#features/backups/server/temporary-folders.server.ts'
import { deleteOldSteps } from '#features/collaboration/server/read-document.server.ts'
import { addAutosaveRevisions } from '#features/drafts/server/autosave-revisions.server.ts'
import { newsFetcher } from '#features/feeds/ingest/fetch-news.server.ts'
import { wakeImportRunner } from '#features/imports/server/import-runner.server.ts'
import { openExportStore, sweepExports } from '#features/imports/server/uploaded-exports.server.ts'
import { deleteOldInboxItems } from '#features/inbox/server/inbox.server.ts'
import { deleteUnusedLookFiles } from '#features/looks/server/look-images.server.ts'
import { sweepReceiving, sweepUploads } from '#features/media/server/sweep-uploads.server.ts'
import { isUploadsFolderShared, receivingFolder } from '#features/media/server/uploads-folder.server.ts'
import { openParts, openUploads } from '#features/media/server/uploads-storage.server.ts'
import { deleteOldDeliveries } from '#features/newsletter/server/campaigns.server.ts'
import { BIN_RETENTION_DAYS, purgeBin } from '#features/publishing/server/bin.server.ts'
import { formatCount } from '#kernel/format-count.ts'
import type { Database } from '#platform/database/db.server.ts'
import { type Job, startJobs } from '#platform/database/jobs.server.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { sweepOutbox } from '#platform/mail/mail.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { log, logResult } from '#platform/process/log.server.ts'
import { checkPublications } from './publications.server.ts'
import type { Services } from './services.server.ts'

/** `failure` is the log message. */
type LoggedJob = Job & { failure: string }

/** Times are in UTC. */
export async function startScheduledJobs(
  env: Env,
  { database }: Services,
  closing: AsyncDisposableStack,
): Promise<void> {
  const jobs: LoggedJob[] = [
    {
      name: 'count-views',
      cron: '* * * * *',
      failure: 'Page views could not be counted',
      // The next run includes the views of a failed one.
      run: () => rollUpNewViews(database.db),
    },
    {
      name: 'rank-most-read',
      cron: '*/5 * * * *',
      failure: 'The most read articles could not be ranked',
      run: () => rankMostRead(database.db, new Date()),
    },
    {
      name: 'check-publications',
      cron: '* * * * *',
      failure: 'Scheduled publications could not be checked',
      run: () => checkPublications(database.db),
    },
    {
      name: 'add-autosave-revisions',
      cron: '* * * * *',
      failure: 'Revisions of edited drafts could not be added',
      async run() {
        await addAutosaveRevisions(database.db, new Date())
      },
    },
    {
      name: 'continue-imports',
      cron: '* * * * *',
      failure: 'Imports could not be continued',
      // They may take longer than a job.
      run: async () => wakeImportRunner(),
    },
    {
      name: 'delete-old-steps',
      cron: '35 * * * *',
      failure: 'Old steps of drafts could not be deleted',
      async run() {
        const deleted = await deleteOldSteps(database.db, new Date())
        logResult({ deleted }, `Drafts: ${formatCount(deleted, 'old batch of steps')} deleted`, {
          isIdle: deleted === 0,
        })
      },
    },
    {
      name: 'roll-up-views',
      // Days end at different hours of UTC.
      cron: '15 * * * *',
      failure: 'Page views could not be rolled up',
      async run() {
        const now = new Date()
        if (!(await isRollUpDue(database.db, now))) return
        const days = await rollUpViews(database.db, now)
        logResult({ days: days.length }, `Page views: ${formatCount(days.length, 'day')} rolled up`, {
          isIdle: days.length === 0,
        })
      },
    },
    {
      name: 'compact-article-counts',
      cron: '25 * * * *',
      failure: 'The article counts could not be compacted',
      run: () => compactArticleCounts(database.db),
    },
    {
      name: 'sweep-look-files',
      cron: '20 3 * * *',
      failure: 'Unused images of looks could not be deleted',
      run: () => deleteUnusedLookFiles(database.db, new Date()),
    },
    {
      name: 'sweep-uploads',
      cron: '45 2 * * *',
      failure: 'Unused images could not be removed',
      async run() {
        const now = new Date()
        const uploads = openUploads(env)
        // The database does not know which uploads of another site are used.
        const isShared = await isUploadsFolderShared(database.db, uploads)
        const removed = isShared ? await sweepUploads(database.db, uploads, now) : 0
        if (!isShared)
          log().warn(`Unused uploads are kept, since ${uploads.address} does not belong to this database`)
        await sweepReceiving(openParts(env), now)
        if (env.STORAGE_URL !== undefined) await sweepReceiving(openBucket(receivingFolder(env)), now)
        const exports = await sweepExports(database.db, openExportStore(env), now)
        await removeAbandonedFolders(env.DATA_DIR, { isUsed: true })
        const text = `Uploads: ${formatCount(removed, 'unused image')} and ${formatCount(exports, 'old export')} removed`
        logResult({ removed, exports }, text, { isIdle: removed + exports === 0 })
      },
    },
    {
      name: 'purge-bin',
      cron: '30 2 * * *',
      failure: 'The bin could not be emptied',
      async run() {
        const purged = await purgeBin(database.db, new Date())
        logResult(
          { purged },
          `Bin: ${formatCount(purged, 'article')} deleted after ${BIN_RETENTION_DAYS} days`,
          { isIdle: purged === 0 },
        )
      },
    },
    {
      name: 'delete-old-inbox-items',
      cron: '40 2 * * *',
      failure: 'Old inbox items could not be deleted',
      async run() {
        const deleted = await deleteOldInboxItems(database.db, new Date())
        logResult({ deleted }, `Inbox: ${formatCount(deleted, 'old item')} deleted`, {
          isIdle: deleted === 0,
        })
      },
    },
    {
      name: 'delete-old-emails',
      cron: '50 3 * * *',
      failure: 'Old emails could not be deleted',
      async run() {
        const now = new Date()
        const deliveries = await deleteOldDeliveries(database.db, now)
        const files = await sweepOutbox(now, env)
        logResult({ deliveries, files }, `Emails: deleted old deliveries: ${deliveries}, files: ${files}`, {
          isIdle: deliveries + files === 0,
        })
      },
    },
    {
      name: 'sweep-accounts',
      cron: '15 3 * * *',
      failure: 'Old security events could not be removed',
      async run() {
        const { events } = await sweepAccounts(database.db, new Date())
        logResult({ events }, `Accounts: ${formatCount(events, 'old security event')} removed`, {
          isIdle: events === 0,
        })
      },
    },
  ]
  const stopping = new AbortController()
  if (env.BACKUP_TO !== undefined)
    jobs.push(backupJob(env, env.BACKUP_TO, { database, signal: stopping.signal }))
  // Each feed schedules its checks.
  if (env.NEWS_FETCH === 'on')
    jobs.push({
      name: 'fetch-news',
      cron: '0 * * * *',
      failure: 'The news could not be fetched',
      run: fetchNews,
    })
  const started = await startJobs(database.url, jobs.map(logged), (error) =>
    log().warn({ err: error }, 'The job queue failed'),
  )
  closing.defer(() => started.stop())
  // Before the queue, which would wait for a run.
  closing.defer(() => newsFetcher().stop())
  closing.defer(() => stopping.abort())
}

/** @param options.signal stops a backup */
function backupJob(
  env: Env,
  target: string,
  { database: { db, directUrl }, signal }: { database: Database; signal: AbortSignal },
): LoggedJob {
  const source = { databaseUrl: directUrl, uploads: openUploads(env) }
  const options = { source, target, passphrase: env.MASTHEAD_BACKUP_PASSPHRASE, signal }
  return {
    name: 'back-up',
    cron: '50 2 * * *',
    failure: 'The backup failed',
    async run() {
      try {
        const made = await makeNightlyBackup(db, options)
        if (made)
          log().info(
            made,
            `Backup: ${made.file} created, ${formatCount(made.deleted, 'expired backup')} deleted`,
          )
      } finally {
        if (!signal.aborted) await notifyOfOverdueBackup(db, new Date())
      }
    },
  }
}

async function fetchNews(): Promise<void> {
  const { errors, ...counts } = await newsFetcher().fetchNews()
  const { feeds, created, updated, failed } = counts
  logResult(
    counts,
    `News: ${formatCount(feeds, 'feed')} fetched, ${created} new, ${updated} updated, ${failed} failed`,
    { isIdle: feeds === 0 },
  )
}

function logged({ failure, run, ...job }: LoggedJob): Job {
  return {
    ...job,
    async run() {
      try {
        await run()
      } catch (error) {
        log().warn({ err: error }, failure)
        throw error
      }
    },
  }
}
