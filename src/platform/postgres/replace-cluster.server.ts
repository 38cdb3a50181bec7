import { randomUUID } from 'node:crypto'
import { chmod, chown, copyFile, lstat, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupError } from '#platform/errors/startup-error.ts'
import { openEmbeddedPostgres } from './embedded-postgres.server.ts'
import { keptFolder, replacementFolder, swapClusters } from './former-cluster.server.ts'
import { postgresDirectory } from './home.server.ts'
import { isAlive, isPostmaster, readPidFile } from './pid-file.server.ts'
import { stopPostmaster } from './postmaster.server.ts'
import { isRoot } from './user.server.ts'

/** In the replacement folder, with the id of the process that builds the cluster. */
const OWNER_FILE = 'pid'

type ReplaceOptions = {
  dataDir: string
  major: number
  log: (line: string) => void
  now?: Date
}

/**
 * Replaces a cluster with a complete one of the installed version, and keeps the former one beside it.
 *
 * @param fill writes the new database's content, and stops the former server if it has started one
 * @returns the former cluster's folder
 * @throws {StartupError} if the folder cannot be replaced or is in use
 */
export async function replaceCluster(
  { dataDir, major, log, now = new Date() }: ReplaceOptions,
  fill: (ownerUrl: string) => Promise<void>,
): Promise<string> {
  const directory = await postgresDirectory(dataDir)
  const folder = replacementFolder(directory)
  const kept = keptFolder(directory, major)
  await requireReplaceable(directory, kept)
  await claimFolder(folder)
  try {
    await prepareCluster(folder, { dataDir, directory })
    const postgres = await openEmbeddedPostgres({ dataDir: folder, log })
    try {
      await fill(postgres.ownerUrl)
    } finally {
      await postgres.close()
    }
    await requireStopped(directory)
    await swapClusters(directory, kept, now)
    return kept
  } catch (error) {
    // The next start finishes an interrupted swap.
    if (await stat(directory).catch(() => undefined)) await discard(folder)
    throw error
  }
}

/** A server would keep writing to the cluster. @throws {StartupError} */
export async function requireStopped(directory: string): Promise<void> {
  const server = await readPidFile(directory)
  if (server && (await isPostmaster(server.pid, directory)))
    throw new StartupError(
      `The database in ${directory} is in use by another process of Masthead. Stop it first.`,
    )
}

async function requireReplaceable(directory: string, kept: string): Promise<void> {
  const [link, own, parent] = await Promise.all([lstat(directory), stat(directory), stat(dirname(directory))])
  if (link.isSymbolicLink() || own.dev !== parent.dev)
    throw new StartupError(
      `The database in ${directory} cannot be replaced, because this folder is a link or a mount point. Make a backup with the version of Masthead that created it, move the folder away, and restore the backup.`,
    )
  if (await stat(kept).catch(() => undefined))
    throw new StartupError(`The folder ${kept} of an earlier upgrade exists: move it away first.`)
}

/** @throws {StartupError} if another process builds in the folder */
async function claimFolder(folder: string): Promise<void> {
  const own = `${folder}.${randomUUID()}`
  await mkdir(own)
  // PostgreSQL may run as another user.
  await chmod(own, 0o711)
  await writeFile(join(own, OWNER_FILE), String(process.pid))
  try {
    while (!(await renameUnlessExists(own, folder))) {
      const pid = Number(await readFile(join(folder, OWNER_FILE), 'utf8').catch(() => Number.NaN))
      if (pid !== process.pid && isAlive(pid))
        throw new StartupError(
          `Process ${pid} is upgrading the database. Wait until it ends. If no upgrade is running, delete ${folder}.`,
        )
      await discard(folder)
    }
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

async function renameUnlessExists(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false
    throw error
  }
}

/** Keeps the former cluster's password and owner. */
async function prepareCluster(folder: string, former: { dataDir: string; directory: string }): Promise<void> {
  await copyFile(join(former.dataDir, 'postgres-password'), join(folder, 'postgres-password'))
  if (!isRoot()) return
  const { uid, gid } = await stat(former.directory)
  await mkdir(join(folder, 'postgres'), { mode: 0o700 })
  await chown(join(folder, 'postgres'), uid, gid)
}

/** Stops a server that outlived the process that started it. */
async function discard(folder: string): Promise<void> {
  const directory = join(folder, 'postgres')
  const server = await readPidFile(directory)
  if (server && (await isPostmaster(server.pid, directory))) await stopPostmaster(server.pid, directory)
  const removed = `${folder}.${randomUUID()}`
  await rename(folder, removed).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rm(removed, { recursive: true, force: true, maxRetries: 10 })
}
