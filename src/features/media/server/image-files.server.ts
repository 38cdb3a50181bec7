import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createSemaphore } from '#platform/concurrency/semaphore.ts'
import { isDiskFull } from '#platform/errors/is-disk-full.ts'
import { nullIfMissing } from '#platform/files/storage.server.ts'

/** More recent read times are not updated. */
const TOUCH_INTERVAL_MS = 60 * 60 * 1000
/** File systems allocate whole blocks. */
const BLOCK_BYTES = 4096

/** Recreatable files with a maximum size on disk. */
export interface ImageFiles {
  has(name: string): Promise<boolean>
  read(name: string): Promise<Buffer | null>
  hasSpace(): Promise<boolean>
  /** Writes atomically. Evicts the least recently read files if necessary. Rejects while the disk is low. */
  write(name: string, content: Uint8Array | string): Promise<void>
  remove(name: string): Promise<void>
}

/**
 * A file's mtime is its last read, since most systems record no access times. Eviction frees at least a tenth of `maxBytes`, so that few writes list
 * the folder.
 */
export function createImageFiles(options: {
  dir: string
  maxBytes: number
  requireSpace: () => Promise<void>
}): ImageFiles {
  const { dir, maxBytes, requireSpace } = options
  const oneAtATime = createSemaphore(1)
  let freeBytes = 0

  const pathOf = (name: string) => join(dir, name.slice(0, 2), name)

  async function reserveSpace(bytes: number): Promise<void> {
    if (freeBytes < bytes) {
      const wanted = Math.max(bytes, maxBytes / 10)
      await evict(dir, maxBytes - wanted)
      freeBytes = wanted
    }
    freeBytes -= bytes
  }

  return {
    has: async (name) => (await stat(pathOf(name)).catch(nullIfMissing)) !== null,
    async read(name) {
      const file = await open(pathOf(name)).catch(nullIfMissing)
      if (!file) return null
      try {
        const now = new Date()
        const { mtime } = await file.stat()
        if (now.getTime() - mtime.getTime() > TOUCH_INTERVAL_MS) await file.utimes(now, now).catch(() => {})
        return await file.readFile()
      } finally {
        await file.close()
      }
    },
    async hasSpace() {
      try {
        await requireSpace()
        return true
      } catch (error) {
        if (isDiskFull(error)) return false
        throw error
      }
    },
    write: (name, content) =>
      oneAtATime.run(async () => {
        await requireSpace()
        await reserveSpace(sizeOnDisk(content.length))
        await writeAtomically(pathOf(name), content)
      }),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

async function evict(dir: string, maxBytes: number): Promise<void> {
  const files = (await listFiles(dir)).sort((one, other) => other.usedAt - one.usedAt)
  let kept = 0
  for (const { path, bytes } of files) {
    kept += bytes
    if (kept > maxBytes) await rm(path, { force: true })
  }
}

async function listFiles(dir: string): Promise<{ path: string; bytes: number; usedAt: number }[]> {
  const folders = (await readdir(dir).catch(nullIfMissing)) ?? []
  const files = []
  for (const folder of folders) {
    const names = await readdir(join(dir, folder))
    const found = names.map(async (name) => {
      const path = join(dir, folder, name)
      const state = await stat(path).catch(nullIfMissing)
      return state ? [{ path, bytes: sizeOnDisk(state.size), usedAt: state.mtimeMs }] : []
    })
    files.push(...(await Promise.all(found)).flat())
  }
  return files
}

async function writeAtomically(path: string, content: Uint8Array | string): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(temporary, content)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

function sizeOnDisk(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / BLOCK_BYTES)) * BLOCK_BYTES
}
