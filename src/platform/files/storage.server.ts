import { constants, createReadStream, type ReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Excludes paths and hidden files. */
const NAME = /^[\w-][\w.-]{0,199}$/

/** Files are immutable (spec §3, Image storage). */
export type Bucket = {
  /** Concurrent reads may return partial content. @returns false if the name exists */
  put(name: string, bytes: Uint8Array): Promise<boolean>
  /** As `put`, with a copy of a file. */
  putFile(name: string, path: string): Promise<boolean>
  has(name: string): Promise<boolean>
  /** In bytes; null if missing. */
  size(name: string): Promise<number | null>
  /** @param range of bytes, both ends included */
  stream(name: string, range: { start: number; end: number }): ReadStream
  read(name: string): Promise<Buffer | null>
  listBefore(time: Date): Promise<string[]>
  remove(name: string): Promise<void>
}

/** `dir` may not exist yet. */
export function openBucket(dir: string): Bucket {
  async function size(name: string): Promise<number | null> {
    const found = NAME.test(name) ? await stat(join(dir, name)).catch(nullIfMissing) : null
    return found?.isFile() ? found.size : null
  }
  return {
    size,
    has: async (name) => (await size(name)) !== null,
    stream(name, range) {
      requireName(name)
      return createReadStream(join(dir, name), range)
    },
    async putFile(name, path) {
      requireName(name)
      await mkdir(dir, { recursive: true })
      const target = join(dir, name)
      try {
        await copyToDisk(path, target)
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        await rm(target, { force: true })
        throw error
      }
    },
    async put(name, bytes) {
      requireName(name)
      await mkdir(dir, { recursive: true })
      const path = join(dir, name)
      try {
        await writeFile(path, bytes, { flag: 'wx', flush: true })
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        await rm(path, { force: true })
        throw error
      }
    },
    async read(name) {
      if (!NAME.test(name)) return null
      try {
        return await readFile(join(dir, name))
      } catch (error) {
        return nullIfMissing(error)
      }
    },
    async listBefore(time) {
      const names = await readdir(dir).catch((error) => {
        if (codeOf(error) === 'ENOENT') return []
        throw error
      })
      const old: string[] = []
      for (const name of names) {
        if (!NAME.test(name)) continue
        const found = await stat(join(dir, name)).catch(() => null)
        if (found?.isFile() && found.mtime < time) old.push(name)
      }
      return old
    },
    async remove(name) {
      if (NAME.test(name)) await rm(join(dir, name), { force: true })
    },
  }
}

function requireName(name: string): void {
  if (!NAME.test(name)) throw new Error(`Invalid file name: ${JSON.stringify(name)}`)
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

function nullIfMissing(error: unknown): null {
  if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(codeOf(error))) return null
  throw error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
