import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Excludes paths and hidden files. */
const NAME = /^[\w-][\w.-]{0,199}$/

/** Files are immutable (spec §3, Image storage). */
export type Bucket = {
  /** Concurrent reads may return partial content. @returns false if the name exists */
  put(name: string, bytes: Uint8Array): Promise<boolean>
  has(name: string): Promise<boolean>
  read(name: string): Promise<Buffer | null>
  listBefore(time: Date): Promise<string[]>
  remove(name: string): Promise<void>
}

/** `dir` may not exist yet. */
export function openBucket(dir: string): Bucket {
  return {
    async put(name, bytes) {
      if (!NAME.test(name)) throw new Error(`Invalid file name: ${JSON.stringify(name)}`)
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
    async has(name) {
      const found = NAME.test(name) ? await stat(join(dir, name)).catch(nullIfMissing) : null
      return found?.isFile() ?? false
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

function nullIfMissing(error: unknown): null {
  if (['ENOENT', 'EISDIR', 'ENOTDIR'].includes(codeOf(error))) return null
  throw error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
