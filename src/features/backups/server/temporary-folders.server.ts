import { mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DAY_MS } from '#kernel/time/durations.ts'
import { nullIfMissing } from '#platform/files/storage.server.ts'
import { postgresDirectory } from '#platform/postgres/home.server.ts'
import { isAlive, isPostmaster, readPidFile } from '#platform/postgres/pid-file.server.ts'
import { stopPostmaster } from '#platform/postgres/postmaster.server.ts'

/** With the id of the process that uses the folder, and its machine or container. */
const NAME = /^(scratch-database|restoring-uploads)-(\d+)(?:@([\w.-]+))?-\w+$/

/** Processes in another container on the same volume are not visible. None uses its folder longer. */
const MAX_USE_MS = DAY_MS

type Purpose = 'scratch-database' | 'restoring-uploads'

/**
 * Creates a folder of this process, and removes abandoned ones.
 *
 * @param parent created if it does not exist
 */
export async function createTemporaryFolder(parent: string, purpose: Purpose): Promise<string> {
  await mkdir(parent, { recursive: true })
  await removeAbandonedFolders(parent)
  return mkdtemp(join(parent, `${purpose}-${process.pid}@${hostname()}-`))
}

/**
 * Removes folders of processes that were killed; none without `parent`.
 *
 * @param options.isUsed the caller uses the site's database, so that no restore is running
 * @returns their names
 */
export async function removeAbandonedFolders(
  parent: string,
  { isUsed = false }: { isUsed?: boolean } = {},
): Promise<string[]> {
  const removed: string[] = []
  for (const name of (await readdir(parent).catch(nullIfMissing)) ?? []) {
    const isUnfinishedRestore = isUsed && NAME.exec(name)?.[1] === 'restoring-uploads'
    if (!isUnfinishedRestore && !(await isAbandoned(join(parent, name)))) continue
    await removeTemporaryFolder(join(parent, name))
    removed.push(name)
  }
  return removed
}

/** Lists the folders of killed processes; empty without `parent`. */
export async function listAbandonedFolders(parent: string): Promise<string[]> {
  const folders = (await readdir(parent).catch(() => [])).map((name) => join(parent, name))
  const abandoned = await Promise.all(folders.map(isAbandoned))
  return folders.filter((_, index) => abandoned[index])
}

async function isAbandoned(folder: string): Promise<boolean> {
  const [, purpose, pid, host] = NAME.exec(basename(folder)) ?? []
  if (purpose === undefined) return false
  const isEnded = !isAlive(Number(pid))
  if (isEnded && host === hostname()) return true
  const { mtimeMs } = await stat(folder)
  return isEnded && Date.now() - mtimeMs >= MAX_USE_MS
}

/** Stops the PostgreSQL of a scratch database if it still runs. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  // Outside the folder if PostgreSQL runs as a user who cannot enter it.
  const directory = await postgresDirectory(folder)
  const server = await readPidFile(directory)
  if (server && (await isPostmaster(server.pid, directory))) await stopPostmaster(server.pid, directory)
  const cluster = dirname(directory)
  if (cluster !== (await realpath(folder))) await rm(cluster, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}
