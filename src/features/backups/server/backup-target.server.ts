import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { ArchiveError } from '#platform/archive/archive-error.ts'
import { isAlive } from '#platform/postgres/pid-file.server.ts'

const PARTIAL = /^\..*\.partial-(\d+)$/

/** A file in `folder`. */
export type BackupLocation = { folder: string; name: string }

/**
 * Interprets an operand: a folder receives a file with the default name.
 *
 * @param defaultName of a backup that is made now
 */
export async function locateBackup(operand: string, defaultName: string): Promise<BackupLocation> {
  const path = resolve(operand)
  const isFolder = operand.endsWith('/') || (await stat(path).catch(() => undefined))?.isDirectory()
  return isFolder ? { folder: path, name: defaultName } : { folder: dirname(path), name: basename(path) }
}

/**
 * Creates a file that has its name only once it is complete and on disk. Removes the remains of killed processes.
 *
 * @returns the path, the size and the result of `write`
 * @throws {ArchiveError} if the folder is not writable or the file exists
 */
export async function storeBackup<T>(
  { folder, name }: BackupLocation,
  write: (target: Writable) => Promise<T>,
): Promise<{ path: string; bytes: number; result: T }> {
  const path = join(folder, name)
  const partial = join(folder, `.${name}.partial-${process.pid}`)
  if (await stat(path).catch(() => undefined)) throw new ArchiveError(`${path} already exists.`)
  await removeAbandoned(folder)
  try {
    const file = await open(partial, 'wx', 0o600)
    const result = await write(file.createWriteStream({ flush: true }))
    const { size } = await stat(partial)
    await rename(partial, path)
    await syncFolder(folder)
    return { path, bytes: size, result }
  } catch (error) {
    await rm(partial, { force: true })
    throw describeError(error, folder)
  }
}

export async function openBackup(path: string): Promise<Readable> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new ArchiveError(`Backup not found: ${path}.`)
  return createReadStream(path)
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(PARTIAL.exec(name)?.[1])
    if (pid && pid !== process.pid && !isAlive(pid)) await rm(join(folder, name), { force: true })
  }
}

/** Makes the new name durable. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function describeError(error: unknown, folder: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return new ArchiveError(`The folder ${folder} does not exist.`)
    case 'ENOSPC':
    case 'EDQUOT':
      return new ArchiveError(`The disk of ${folder} is full: free some space, or use another folder.`)
    case 'EACCES':
    case 'EROFS':
    case 'EPERM':
      return new ArchiveError(
        `${folder} is not writable: make it writable for this user, or use another folder.`,
      )
    default:
      return error
  }
}
