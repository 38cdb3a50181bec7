import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ArchiveError } from '#platform/files/archive-error.ts'
import type { Bucket } from '#platform/files/storage.server.ts'
import { createTemporaryFolder, removeTemporaryFolder } from './temporary-folders.server.ts'

/** The bucket into which a backup restores its uploads. `folder` is its path, if it is on disk. */
export type RestoredUploads = { bucket: Bucket; folder?: string }

type Upload = { name: string; sha256: string; mtime: Date }

export type StagedUploads = {
  /**
   * Reads an upload to its end.
   *
   * @returns a function that stores it, to be called once its checksum has been compared
   * @throws {ArchiveError} if the backup contains the name twice
   */
  add(upload: Upload, content: AsyncIterable<Buffer>): Promise<() => Promise<void>>
  /** Called once all uploads have been added, before the commit in the database. */
  commit(): Promise<void>
  /** Removes temporary files. */
  close(): Promise<void>
}

export function stageUploads({ bucket, folder }: RestoredUploads): Promise<StagedUploads> {
  return folder === undefined ? stageInStorage(bucket) : stageInFolder(folder)
}

/** Writes the uploads next to the folder, and moves them into it at the end. */
async function stageInFolder(folder: string): Promise<StagedUploads> {
  const staging = await createTemporaryFolder(dirname(folder), 'restoring-uploads')
  return {
    async add({ name, mtime }, content) {
      await write(join(staging, name), content, name)
      await utimes(join(staging, name), mtime, mtime)
      return async () => {}
    },
    async commit() {
      await mkdir(folder, { recursive: true })
      for (const name of await readdir(staging)) await rename(join(staging, name), join(folder, name))
    },
    close: () => removeTemporaryFolder(staging),
  }
}

/**
 * Stores each upload immediately, since the disk may be too small for all. Names are unique, so nothing uses what an aborted restore
 * has stored. Only a file that replaces another one is stored at the end.
 */
async function stageInStorage(bucket: Bucket): Promise<StagedUploads> {
  const staging = await mkdtemp(join(tmpdir(), 'masthead-restore-'))
  const names = new Set<string>()
  const replacements = new Set<string>()
  return {
    async add({ name, sha256 }, content) {
      if (names.has(name)) throw twiceError(name)
      names.add(name)
      const path = join(staging, name)
      await write(path, content, name)
      return async () => {
        const isStored = (await bucket.putFile(name, path)) || (await bucket.find(name))?.sha256 === sha256
        if (isStored) await rm(path)
        else replacements.add(name)
      }
    },
    async commit() {
      for (const name of replacements) {
        await bucket.remove(name)
        await bucket.putFile(name, join(staging, name))
      }
    },
    close: () => rm(staging, { recursive: true, force: true }),
  }
}

async function write(path: string, content: AsyncIterable<Buffer>, name: string): Promise<void> {
  await pipeline(content as Readable, createWriteStream(path, { flags: 'wx', flush: true })).catch(
    (error) => {
      throw error.code === 'EEXIST' ? twiceError(name) : error
    },
  )
}

function twiceError(name: string): ArchiveError {
  return new ArchiveError(`The backup is damaged: it contains the upload ${name} twice.`)
}
