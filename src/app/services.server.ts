import { createEmbedDescriber, setEmbedDescriber } from '#features/blocks/server/describe-embed.server.ts'
import { loadCategories } from '#features/categories/server/load-categories.server.ts'
import { createNewsFetcher, setNewsFetcher } from '#features/feeds/ingest/fetch-news.server.ts'
import { loadLook } from '#features/looks/server/load-look.server.ts'
import { createImageFetcher, setImageFetcher } from '#features/media/server/fetch-image.server.ts'
import { receivingFolder, uploadDisks } from '#features/media/server/uploads-folder.server.ts'
import { openUploads } from '#features/media/server/uploads-storage.server.ts'
import { loadPhrases } from '#features/phrases/server/load-phrases.server.ts'
import { createLinkChecker, setLinkChecker } from '#features/publishing/server/article-links.server.ts'
import { itemDrafts } from '#features/publishing/server/item-drafts.server.ts'
import {
  checkConnection,
  checkPooledConnection,
  type UrlVariable,
} from '#platform/database/check-connection.server.ts'
import { type Database, openDatabase, setDatabase } from '#platform/database/db.server.ts'
import { migrateJobs } from '#platform/database/jobs.server.ts'
import type { ReportLockWait } from '#platform/database/lock-wait.server.ts'
import {
  grantAccess,
  migrateDatabase,
  requireMigratedDatabase,
} from '#platform/database/migrate-database.server.ts'
import { loadCollations } from '#platform/database/name-order.server.ts'
import { requireDiskSpace } from '#platform/files/disk-space.server.ts'
import { createOutbound, type Outbound } from '#platform/outbound/outbound.server.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '#platform/postgres/embedded-postgres.server.ts'
import { openSiteSession } from '#platform/postgres/site-session.server.ts'
import type { Env } from '#platform/process/env.server.ts'
import { log } from '#platform/process/log.server.ts'
import { diskFolders } from './disk-folders.server.ts'

export type Services = { database: Database; outbound: Outbound; isEmbedded: boolean }

/** Migrated, with the role of the running site. */
export type DatabaseServer = {
  /** May lead through a pooler in transaction mode. */
  url: string
  /** Leads to PostgreSQL itself. */
  directUrl: string
  isEmbedded: boolean
}
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

/** By default, waits for locks are logged, and MIGRATE_ON_START decides about migrations. */
export type DatabaseOptions = { onLockWait?: ReportLockWait | undefined; migrates?: boolean }

/**
 * Opens the database and migrates it, or checks that this is not necessary.
 *
 * @throws StartupError
 */
export async function openDatabaseServer(
  env: Env,
  closing: AsyncDisposableStack,
  { onLockWait, migrates = env.MIGRATE_ON_START }: DatabaseOptions = {},
): Promise<OwnedDatabaseServer> {
  // Only migrations need the role that owns the tables.
  const used = migrates ? env : { ...env, MIGRATION_DATABASE_URL: undefined }
  const { url, directUrl, ownerUrl, variable } = used.DATABASE_URL
    ? await checkDatabase(used, used.DATABASE_URL)
    : await openEmbeddedDatabase(env, closing)
  const isEmbedded = env.DATABASE_URL === undefined
  if (!migrates) {
    await requireMigratedDatabase(directUrl)
    return { url, directUrl, ownerUrl, isEmbedded }
  }
  await migrateDatabase(ownerUrl, { variable, onLockWait, onProgress: reportMigrations() })
  if (ownerUrl !== directUrl) {
    await migrateJobs(ownerUrl)
    await grantAccess(ownerUrl, decodeURIComponent(new URL(url).username))
  }
  return { url, directUrl, ownerUrl, isEmbedded }
}

type DatabaseUrls = { url: string; directUrl: string; ownerUrl: string; variable: UrlVariable }

/** @throws {StartupError} if one of the addresses cannot be used */
async function checkDatabase(env: Env, url: string): Promise<DatabaseUrls> {
  const { DATABASE_DIRECT_URL: direct, MIGRATION_DATABASE_URL: owner } = env
  const directUrl = direct ?? url
  const ownerUrl = owner ?? directUrl
  const directVariable = direct ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const variable = owner ? 'MIGRATION_DATABASE_URL' : directVariable
  await checkConnection(ownerUrl, variable)
  if (directUrl !== ownerUrl) await checkConnection(directUrl, directVariable)
  if (url !== directUrl) await checkPooledConnection(url, directUrl)
  return { url, directUrl, ownerUrl, variable }
}

async function openEmbeddedDatabase(env: Env, closing: AsyncDisposableStack): Promise<DatabaseUrls> {
  const { url, ownerUrl } = await openEmbedded(env, closing)
  return { url, directUrl: url, ownerUrl, variable: 'DATABASE_URL' }
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
  { directUrl }: DatabaseServer,
  closing: AsyncDisposableStack,
  { onLockWait }: DatabaseOptions = {},
): Promise<void> {
  const session = await openSiteSession(directUrl, onLockWait)
  closing.defer(() => session.close())
}

/** Opens what the server needs, and loads what all pages need: the collations, the look, the phrases, and the categories. */
export async function connectServices(
  env: Env,
  { url, directUrl, isEmbedded }: DatabaseServer,
  closing: AsyncDisposableStack,
): Promise<Services> {
  const database = openDatabase(
    url,
    ({ message }) => log().warn(`A database connection was lost: ${message}`),
    directUrl,
  )
  closing.defer(async () => {
    setDatabase(undefined)
    await database.close()
  })
  setDatabase(database)
  await Promise.all([
    loadCollations(database.db),
    loadCategories(database.db),
    loadPhrases(database.db),
    loadLook(database.db),
  ])

  const outbound = openOutbound(env, closing)
  closing.defer(() => setLinkChecker(undefined))
  setLinkChecker(createLinkChecker(outbound))

  const bucket = openUploads(env)
  const requireSpace = () => requireDiskSpace(uploadDisks(env))
  closing.defer(() => setEmbedDescriber(undefined))
  setEmbedDescriber(
    createEmbedDescriber({
      db: database.db,
      outbound,
      bucket,
      requireSpace,
    }),
  )

  closing.defer(() => setImageFetcher(undefined))
  setImageFetcher(
    createImageFetcher({
      db: database.db,
      outbound,
      bucket,
      dir: receivingFolder(env),
      requireSpace,
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
