import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createSemaphore } from '#platform/semaphore.ts'

/** A file read again within this time is not marked anew, in ms. */
const TOUCH_INTERVAL = 60 * 60 * 1000
/** Disks give whole blocks, so that even an empty file costs one. */
const BLOCK = 4096

/** A folder of files that can all be made again, whose size on disk stays within a bound. */
export interface ImageFiles {
  has(name: string): Promise<boolean>
  read(name: string): Promise<Buffer | null>
  /** Writes a file whole or not at all. The files not read for the longest time make room for it. */
  write(name: string, content: Uint8Array | string): Promise<void>
  remove(name: string): Promise<void>
}

/**
 * Opens the folder `dir`. Files are spread over sub-folders by the first two characters of their names. When a file
 * was last read is kept as its mtime, to the hour, for access times are mostly switched off.
 *
 * A sweep frees at least a tenth of `maxBytes` and the next comes when that is written full, so the bound holds
 * without looking through the folder at each write. The first write sweeps, for nobody knows what is there.
 */
export function createImageFiles({ dir, maxBytes }: { dir: string; maxBytes: number }): ImageFiles {
  const oneAtATime = createSemaphore(1)
  let room = 0

  const pathOf = (name: string) => join(dir, name.slice(0, 2), name)

  async function makeRoom(bytes: number): Promise<void> {
    if (room < bytes) {
      const wanted = Math.max(bytes, maxBytes / 10)
      await evict(dir, maxBytes - wanted)
      room = wanted
    }
    room -= bytes
  }

  return {
    has: async (name) => (await unlessMissing(stat(pathOf(name)))) !== null,
    async read(name) {
      const file = await unlessMissing(open(pathOf(name)))
      if (!file) return null
      try {
        const now = new Date()
        const { mtime } = await file.stat()
        if (now.getTime() - mtime.getTime() > TOUCH_INTERVAL) await file.utimes(now, now).catch(() => {})
        return await file.readFile()
      } finally {
        await file.close()
      }
    },
    write: (name, content) =>
      oneAtATime.run(async () => {
        await makeRoom(sizeOnDisk(content.length))
        await writeWhole(pathOf(name), content)
      }),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

/** Removes the files read longest ago until the others take `maxBytes` at most. */
async function evict(dir: string, maxBytes: number): Promise<void> {
  const files = (await listFiles(dir)).sort((one, other) => other.usedAt - one.usedAt)
  let kept = 0
  for (const { path, bytes } of files) {
    kept += bytes
    if (kept > maxBytes) await rm(path, { force: true })
  }
}

async function listFiles(dir: string): Promise<{ path: string; bytes: number; usedAt: number }[]> {
  const folders = (await unlessMissing(readdir(dir))) ?? []
  const files = []
  for (const folder of folders) {
    const names = await readdir(join(dir, folder))
    const found = names.map(async (name) => {
      const path = join(dir, folder, name)
      const state = await unlessMissing(stat(path))
      return state ? [{ path, bytes: sizeOnDisk(state.size), usedAt: state.mtimeMs }] : []
    })
    files.push(...(await Promise.all(found)).flat())
  }
  return files
}

async function writeWhole(path: string, content: Uint8Array | string): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(draft, content)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function sizeOnDisk(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / BLOCK)) * BLOCK
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
