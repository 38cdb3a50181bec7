import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Excludes paths and hidden files. */
const NAME = /^[\w-][\w.-]{0,199}$/
/** Contains the id of the site. A hidden file is not served as an upload. */
export const MARKER = '.masthead-folder'

/** `sha256` is in hexadecimal; undefined if the hash is not stored with the file. */
export type FoundFile = { bytes: number; modifiedAt: Date; sha256?: string }
export type StoredFile = { name: string; bytes: number; modifiedAt: Date }

/**
 * Files in a folder or in S3-compatible storage. They are immutable (spec §3, Image storage).
 *
 * @throws {StorageError} if the storage does not respond, refuses access or is full; errors of Node.js for folders
 */
export type Bucket = {
  /** Names the place in messages. */
  readonly address: string
  /** Concurrent reads may return partial content. @returns false if the name exists */
  put(name: string, bytes: Uint8Array): Promise<boolean>
  /** As `put`, with a copy of a file. */
  putFile(name: string, path: string): Promise<boolean>
  has(name: string): Promise<boolean>
  /** Returns null for a missing file. */
  find(name: string): Promise<FoundFile | null>
  /**
   * @param range of bytes, both ends included
   * @throws an error with the code ENOENT if the file is missing, also from the stream
   */
  stream(name: string, range?: { start: number; end: number }): Promise<Readable>
  read(name: string): Promise<Buffer | null>
  /** Lists the files whose names begin with `prefix`, in the order of their names. */
  list(prefix?: string): Promise<StoredFile[]>
  remove(name: string): Promise<void>
  /** Reads the id of the site that the files belong to. */
  readMarker(): Promise<string | undefined>
  writeMarker(id: string): Promise<void>
}

export function isFileName(name: string): boolean {
  return NAME.test(name)
}

export function requireFileName(name: string): void {
  if (!NAME.test(name)) throw new Error(`Invalid file name: ${JSON.stringify(name)}`)
}

/** Opens a folder, which may not exist yet. */
export function openBucket(dir: string): Bucket {
  async function find(name: string): Promise<FoundFile | null> {
    const found = NAME.test(name) ? await stat(join(dir, name)).catch(nullIfMissing) : null
    return found?.isFile() ? { bytes: found.size, modifiedAt: found.mtime } : null
  }

  /** @param write rejects with EEXIST if the path exists */
  async function add(name: string, write: (path: string) => Promise<void>): Promise<boolean> {
    requireFileName(name)
    await mkdir(dir, { recursive: true })
    const path = join(dir, name)
    try {
      await write(path)
      return true
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false
      await rm(path, { force: true })
      throw error
    }
  }

  return {
    address: dir,
    find,
    has: async (name) => (await find(name)) !== null,
    async stream(name, range) {
      requireFileName(name)
      return createReadStream(join(dir, name), range)
    },
    put: (name, bytes) => add(name, (path) => writeFile(path, bytes, { flag: 'wx', flush: true })),
    putFile: (name, source) => add(name, (path) => copyToDisk(source, path)),
    read: async (name) => (NAME.test(name) ? readFile(join(dir, name)).catch(nullIfMissing) : null),
    async list(prefix = '') {
      const names = await readdir(dir).catch((error) => {
        if (codeOf(error) === 'ENOENT') return []
        throw error
      })
      const files: StoredFile[] = []
      for (const name of names.sort()) {
        const found = name.startsWith(prefix) ? await find(name) : null
        if (found) files.push({ name, ...found })
      }
      return files
    },
    async remove(name) {
      if (NAME.test(name)) await rm(join(dir, name), { force: true })
    },
    async readMarker() {
      const text = await readFile(join(dir, MARKER), 'utf8').catch(nullIfMissing)
      return text?.trim() || undefined
    },
    async writeMarker(id) {
      await mkdir(dir, { recursive: true })
      await writeFile(join(dir, MARKER), `${id}\n`, { flush: true })
    },
  }
}

/** A link would be faster, but whoever still writes to the file would change the stored one. */
async function copyToDisk(path: string, target: string): Promise<void> {
  await copyFile(path, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  const file = await open(target, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Handles the errors of a `Bucket`. @throws those that do not say that a file is missing */
export function nullIfMissing(error: unknown): null {
  if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(codeOf(error))) return null
  throw error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
