import { mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DAY_MS } from '#kernel/durations.ts'
import { postgresDirectory } from '#platform/postgres/home.server.ts'
import { isAlive, isPostmaster, readPidFile } from '#platform/postgres/pid-file.server.ts'
import { stopPostmaster } from '#platform/postgres/postmaster.server.ts'

/** With the id of the process that uses the folder. */
const NAME = /^(?:scratch-database|restoring-uploads)-(\d+)-\w+$/

/** Processes in another container on the same volume are not visible. None uses its folder longer. */
const MIN_AGE_MS = DAY_MS

/**
 * Creates a folder of this process, and removes abandoned ones.
 *
 * @param parent created if it does not exist
 */
export async function createTemporaryFolder(
  parent: string,
  purpose: 'scratch-database' | 'restoring-uploads',
): Promise<string> {
  await mkdir(parent, { recursive: true })
  await removeAbandonedFolders(parent)
  return mkdtemp(join(parent, `${purpose}-${process.pid}-`))
}

/** Removes folders older than a day whose process was killed. @returns their names */
export async function removeAbandonedFolders(parent: string): Promise<string[]> {
  const removed: string[] = []
  for (const name of await readdir(parent)) {
    const pid = Number(NAME.exec(name)?.[1])
    const folder = join(parent, name)
    if (!pid || isAlive(pid) || Date.now() - (await stat(folder)).mtimeMs < MIN_AGE_MS) continue
    await removeTemporaryFolder(folder)
    removed.push(name)
  }
  return removed
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
