import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { formatBytes } from '#kernel/format-bytes.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { StartupError } from '#platform/errors/startup-error.ts'
import { readDiskSpace } from '#platform/files/disk-space.server.ts'
import { openEmbeddedPostgres } from '#platform/postgres/embedded-postgres.server.ts'
import { findFormerPostgres, KEPT_DAYS, readClusterMajor } from '#platform/postgres/former-cluster.server.ts'
import { postgresDirectory } from '#platform/postgres/home.server.ts'
import {
  installedPostgres,
  majorOf,
  type PostgresInstallation,
} from '#platform/postgres/installation.server.ts'
import { replaceCluster, requireStopped } from '#platform/postgres/replace-cluster.server.ts'
import { claimDataDir } from '#platform/postgres/server-claim.server.ts'
import { copyDatabase } from './copy-database.server.ts'
import type { LoadOptions } from './load-backup.server.ts'
import { restoreBackup } from './restore-backup.server.ts'

/** More than the size of the database, for the new cluster's write-ahead log. */
const SPACE_FACTOR = 1.2

type UpgradeOptions = {
  dataDir: string
  log: (line: string) => void
}

/** `kept`: folder of the former cluster; `createdAt`: time of the backup (ISO 8601). */
type RestoredSite = { kept: string; createdAt: string }

/**
 * Copies the embedded database of an earlier major version of PostgreSQL into a new cluster, compares the copy, and keeps the former cluster.
 *
 * @param options.formerBin the folder of the earlier version's programs
 * @returns the folder of the former cluster; undefined if there was nothing to do
 * @throws {StartupError} if those programs are missing or the copy fails; the database is then unchanged
 */
export async function upgradePostgres({
  dataDir,
  formerBin,
  log,
}: UpgradeOptions & { formerBin: string | undefined }): Promise<string | undefined> {
  const former = await findFormerCluster(dataDir)
  if (!former) return undefined
  const { directory, major } = former
  const installation = await findFormerPostgres(former, formerBin)
  log(
    `Upgrading the database from PostgreSQL ${major} to ${majorOf(installedPostgres())}. Do not stop Masthead.`,
  )
  const kept = await replaceCluster({ dataDir, major, log }, (databaseUrl) =>
    copyFormer(databaseUrl, { dataDir, directory, installation, log }),
  )
  log(`The database was upgraded. The former one is kept in ${kept} for ${KEPT_DAYS} days.`)
  return kept
}

/**
 * Needs no programs of the earlier version. As after a restore, campaigns are paused and sessions end.
 *
 * @returns undefined if there was nothing to do
 */
export async function upgradeFromBackup(
  { dataDir, uploadsFolder, log }: UpgradeOptions & { uploadsFolder: string },
  source: Readable,
  options: Pick<LoadOptions, 'passphrase' | 'onProgress'>,
): Promise<RestoredSite | undefined> {
  const former = await findFormerCluster(dataDir)
  if (!former) return undefined
  await requireStopped(former.directory)
  let createdAt = ''
  const kept = await replaceCluster({ dataDir, major: former.major, log }, async (databaseUrl) => {
    const { header } = await restoreBackup({ databaseUrl, uploadsFolder }, source, options)
    createdAt = header.createdAt
  })
  return { kept, createdAt }
}

async function findFormerCluster(dataDir: string): Promise<{ directory: string; major: number } | undefined> {
  // Without the data folder, there is no cluster.
  const directory = await postgresDirectory(dataDir).catch(() => undefined)
  const major = directory && (await readClusterMajor(directory))
  return major && major < majorOf(installedPostgres()) ? { directory, major } : undefined
}

async function copyFormer(
  databaseUrl: string,
  {
    dataDir,
    directory,
    installation,
    log,
  }: UpgradeOptions & { directory: string; installation: PostgresInstallation },
): Promise<void> {
  const former = await openEmbeddedPostgres({ dataDir, installation, log })
  try {
    const claim = await claimDataDir(dataDir, { pid: process.pid, name: 'upgrade' })
    try {
      await requireSpace(former.ownerUrl, dirname(directory))
      await copyDatabase(former.ownerUrl, databaseUrl)
    } finally {
      await claim.release()
    }
  } finally {
    await former.close()
  }
}

async function requireSpace(url: string, folder: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  const { rows } = await client
    .query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
    .finally(() => client.end())
  const needed = Number(rows[0]?.bytes) * SPACE_FACTOR
  const { freeBytes } = await readDiskSpace(folder)
  if (freeBytes < needed)
    throw new StartupError(
      `The upgrade of the database needs ${formatBytes(needed)} on the disk of ${folder}, and only ${formatBytes(freeBytes)} is free: free some space, then start again.`,
    )
}
