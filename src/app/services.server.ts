import { createEmbedDescriber, setEmbedDescriber } from '#features/blocks/server/describe-embed.server.ts'
import { createNewsFetcher, setNewsFetcher } from '#features/feeds/ingest/fetch-news.server.ts'
import { createImageFetcher, setImageFetcher } from '#features/media/server/fetch-image.server.ts'
import { receivingFolder, uploadsFolder } from '#features/media/server/uploads-folder.server.ts'
import { createLinkChecker, setLinkChecker } from '#features/publishing/server/article-links.server.ts'
import { itemDrafts } from '#features/publishing/server/item-drafts.server.ts'
import { checkConnection } from '#platform/database/check-connection.server.ts'
import { type Database, openDatabase, setDatabase } from '#platform/database/db.server.ts'
import { migrateJobs } from '#platform/database/jobs.server.ts'
import type { ReportLockWait } from '#platform/database/lock-wait.server.ts'
import { grantAccess, migrateDatabase } from '#platform/database/migrate-database.server.ts'
import { requireDiskSpace } from '#platform/files/disk-space.server.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { createOutbound, type Outbound } from '#platform/outbound/outbound.server.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#platform/postgres/embedded-postgres.server.ts'
import { openSiteSession } from '#platform/postgres/site-session.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'
import { diskFolders } from './disk-folders.server.ts'

export type Services = { database: Database; outbound: Outbound; isEmbedded: boolean }

/** Migrated, with the role of the running site. */
export type DatabaseServer = { url: string; isEmbedded: boolean }
/** `ownerUrl` has the role that owns the tables. */
export type OwnedDatabaseServer = DatabaseServer & { ownerUrl: string }

/**
 * Opens the services of a process. The database is embedded without DATABASE_URL.
 *
 * @throws StartupError
 */
export async function openServices(
  env: Env,
  closing: AsyncDisposableStack,
  options: DatabaseOptions = {},
): Promise<Services> {
  const server = await openDatabaseServer(env, closing, options)
  await registerSite(server, closing, options)
  return connectServices(env, server, closing)
}

/** By default, waits for locks are logged. */
export type DatabaseOptions = { onLockWait?: ReportLockWait | undefined }

/**
 * Opens and migrates the database.
 *
 * @throws StartupError
 */
export async function openDatabaseServer(
  env: Env,
  closing: AsyncDisposableStack,
  { onLockWait }: DatabaseOptions = {},
): Promise<OwnedDatabaseServer> {
  const { url, ownerUrl } = env.DATABASE_URL
    ? { url: env.DATABASE_URL, ownerUrl: env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL }
    : await openEmbedded(env, closing)
  const variable = env.MIGRATION_DATABASE_URL ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL'
  if (env.DATABASE_URL) await checkConnection(ownerUrl, variable)
  if (env.DATABASE_URL && url !== ownerUrl) await checkConnection(url, 'DATABASE_URL')
  await migrateDatabase(ownerUrl, { variable, onLockWait, onProgress: reportMigrations() })
  if (ownerUrl !== url) {
    await migrateJobs(ownerUrl)
    await grantAccess(ownerUrl, decodeURIComponent(new URL(url).username))
  }
  return { url, ownerUrl, isEmbedded: env.DATABASE_URL === undefined }
}

const MIGRATION_REPORT_INTERVAL_MS = 1_000

/** Most migrations take milliseconds. */
function reportMigrations(): (number: number, count: number) => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  return (number, count) => {
    const now = performance.now()
    if (now - reportedAt < MIGRATION_REPORT_INTERVAL_MS && number < count) return
    reportedAt = now
    log().info({ migration: number, of: count }, `Migrating the database: ${number} of ${count}`)
  }
}

/** Keeps the database from being replaced while this process uses it. */
export async function registerSite(
  { url }: DatabaseServer,
  closing: AsyncDisposableStack,
  { onLockWait }: DatabaseOptions = {},
): Promise<void> {
  const session = await openSiteSession(url, onLockWait)
  closing.defer(() => session.close())
}

export function connectServices(
  env: Env,
  { url, isEmbedded }: DatabaseServer,
  closing: AsyncDisposableStack,
): Services {
  const database = openDatabase(url, ({ message }) =>
    log().warn(`A database connection was lost: ${message}`),
  )
  closing.defer(async () => {
    setDatabase(undefined)
    await database.close()
  })
  setDatabase(database)

  const outbound = openOutbound(env, closing)
  closing.defer(() => setLinkChecker(undefined))
  setLinkChecker(createLinkChecker(outbound))

  const uploads = uploadsFolder(env)
  closing.defer(() => setEmbedDescriber(undefined))
  setEmbedDescriber(
    createEmbedDescriber({
      db: database.db,
      outbound,
      bucket: openBucket(uploads),
      requireSpace: () => requireDiskSpace([uploads]),
    }),
  )

  const receiving = receivingFolder(env)
  closing.defer(() => setImageFetcher(undefined))
  setImageFetcher(
    createImageFetcher({
      db: database.db,
      outbound,
      bucket: openBucket(uploads),
      dir: receiving,
      requireSpace: () => requireDiskSpace([uploads, receiving]),
    }),
  )

  const fetcher = createNewsFetcher({
    database,
    outbound,
    drafts: itemDrafts,
    isOff: env.NEWS_FETCH === 'off',
    async requireSpace() {
      const { database: folder } = await diskFolders(env)
      if (folder !== undefined) await requireDiskSpace([folder])
    },
    onFeed(feed, result) {
      if (result.outcome === 'failed')
        log().warn({ feed: feed.url, error: result.error }, `${feed.url}: ${result.error}`)
      else log().debug({ feed: feed.url, ...result.counts }, `${feed.url}: ${result.counts.created} new`)
    },
  })
  closing.defer(async () => {
    setNewsFetcher(undefined)
    await fetcher.stop()
  })
  setNewsFetcher(fetcher)
  return { database, outbound, isEmbedded }
}

export function openOutbound(env: Env, closing: AsyncDisposableStack): Outbound {
  const outbound = createOutbound({
    allowedPrivateHosts: env.ALLOWED_PRIVATE_HOSTS,
    userAgent: env.SITE_URL ? `Masthead (+${env.SITE_URL})` : 'Masthead',
  })
  closing.defer(() => outbound.close())
  return outbound
}

async function openEmbedded(env: Env, closing: AsyncDisposableStack): Promise<EmbeddedPostgres> {
  const opening = openEmbeddedPostgres({ dataDir: env.DATA_DIR, log: (line) => log().info(line) })
  // A signal may interrupt the start while PostgreSQL is starting.
  closing.defer(() =>
    opening.then(
      (postgres) => postgres.close(),
      () => {},
    ),
  )
  return opening
}
