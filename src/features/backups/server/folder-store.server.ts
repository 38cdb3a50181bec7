import { createReadStream } from 'node:fs'
import { access, constants, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal, type Readable, type Writable } from 'node:stream'
import { ArchiveError } from '#platform/files/archive-error.ts'
import { LOW_DISK_BYTES, readDiskSpace } from '#platform/files/disk-space.server.ts'
import { isAlive } from '#platform/postgres/pid-file.server.ts'

/** A folder, or part of a bucket. */
export type BackupStore = {
  /**
   * The file has its name only once it is complete and on disk.
   *
   * @returns the address, the size and the result of `write`
   * @throws {ArchiveError} if the store is not writable or the file exists
   */
  create<T>(
    name: string,
    write: (target: Writable) => Promise<T>,
  ): Promise<{ address: string; bytes: number; result: T }>
  /** @throws {ArchiveError} if the file is missing or unreadable */
  open(name: string): Promise<Readable>
  list(): Promise<string[]>
  remove(name: string): Promise<void>
}

const PARTIAL = /^\..*\.partial-(\d+)$/

const SPACE_CHECK_MS = 1_000

/** Writing fails when the disk becomes low, since the site may need the space. */
export function openFolderStore(folder: string): BackupStore {
  return {
    async create(name, write) {
      const path = join(folder, name)
      const partial = join(folder, `.${name}.partial-${process.pid}`)
      if (await stat(path).catch(() => undefined)) throw new ArchiveError(`${path} already exists.`)
      await removeAbandoned(folder)
      const low = new AbortController()
      const stopIfLow = async () => {
        if (!(await hasSpace(folder))) low.abort()
      }
      const watch = setInterval(stopIfLow, SPACE_CHECK_MS)
      try {
        await stopIfLow()
        low.signal.throwIfAborted()
        const file = await open(partial, 'wx', 0o600)
        const stream = addAbortSignal(low.signal, file.createWriteStream({ flush: true }))
        const result = await write(stream)
        const { size } = await stat(partial)
        await rename(partial, path)
        await syncFolder(folder)
        return { address: path, bytes: size, result }
      } catch (error) {
        await rm(partial, { force: true })
        throw low.signal.aborted ? fullDiskError(folder) : describeWriteError(error, folder)
      } finally {
        clearInterval(watch)
      }
    },
    async open(name) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile()) throw new ArchiveError(`Backup not found: ${path}.`)
      // The stream fails before it has a reader that could report this.
      await access(path, constants.R_OK).catch(() => {
        throw new ArchiveError(`${path} cannot be read: grant this user read permission.`)
      })
      return createReadStream(path)
    },
    list: () => readdir(folder),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

/** True if unknown, for example without the folder: writing then fails with the cause. */
function hasSpace(folder: string): Promise<boolean> {
  return readDiskSpace(folder).then(
    ({ freeBytes }) => freeBytes >= LOW_DISK_BYTES,
    () => true,
  )
}

function fullDiskError(folder: string): ArchiveError {
  return new ArchiveError(`The disk of ${folder} is full: free some space, or use another folder.`)
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(PARTIAL.exec(name)?.[1])
    if (pid && pid !== process.pid && !isAlive(pid)) await rm(join(folder, name), { force: true })
  }
}

/** Returns errors of other kinds unchanged. */
export function describeWriteError(error: unknown, folder: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return new ArchiveError(`The folder ${folder} does not exist. Create it first.`)
    case 'ENOSPC':
    case 'EDQUOT':
      return fullDiskError(folder)
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

/** Makes new and renamed files survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
