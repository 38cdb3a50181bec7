import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { mountMemory, resizeMemory, unmountMemory } from '#platform/testing/mount-memory.ts'
import { openFolderStore } from './folder-store.server.ts'

const NOBODY = 65_534

describe('a backup to a disk', () => {
  it('that is or becomes low is refused, and leaves no file', async ({ skip }) => {
    const path = await mkdtemp(join(tmpdir(), 'folder-store-'))
    onTestFinished(() => rm(path, { recursive: true }))
    if (!mountMemory(path, 150)) skip('Needs the permission to mount a file system')
    const full = `The disk of ${path} is full: free some space, or use another folder.`
    try {
      const write = vi.fn(async (output: Writable) => {
        resizeMemory(path, 100)
        await pipeline(Readable.from(endless(), { objectMode: false }), output)
      })
      await expect(openFolderStore(path).create('a.tar.zst', write)).rejects.toThrow(full)
      expect(write).not.toHaveBeenCalled()
      resizeMemory(path, 300)
      await expect(openFolderStore(path).create('a.tar.zst', write)).rejects.toThrow(full)
      expect(write).toHaveBeenCalledOnce()
      expect(await readdir(path)).toEqual([])
    } finally {
      unmountMemory(path)
    }
  })

  /** A small part each 10 ms, so that the disk has space until the backup is stopped. */
  async function* endless() {
    for (;;) {
      yield Buffer.alloc(1_000)
      await delay(10)
    }
  }
})

describe('a backup on a disk', () => {
  it('that this user must not read is refused with a sentence', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'folder-store-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await chmod(folder, 0o755)
    await writeFile(join(folder, 'a.tar.zst'), '', { mode: 0o000 })
    const script = `
      import { openFolderStore } from ${JSON.stringify(join(import.meta.dirname, 'folder-store.server.ts'))}
      await openFolderStore(${JSON.stringify(folder)}).open('a.tar.zst').catch(({ message }) => console.log(message))`
    // Root may read all files.
    const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      user,
    )
    const path = join(folder, 'a.tar.zst')
    expect(stdout).toBe(`${path} cannot be read: grant this user read permission.\n`)
  })
})
