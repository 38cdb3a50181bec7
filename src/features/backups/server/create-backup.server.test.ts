import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBucket } from '#platform/files/storage.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { createBackup } from './create-backup.server.ts'
import { openFolderStore } from './folder-store.server.ts'

const original = await createTestDatabase()
let folder: string
let uploads: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'))
  uploads = join(folder, 'article-images')
  await mkdir(uploads)
  await writeFile(join(uploads, 'a.webp'), new Uint8Array([1, 2, 3]))
  await original.pool.query("insert into articles (title, content, origin) values ('One', 'Text', 'editor')")
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await original.drop()
})

describe('a backup that fails', () => {
  it.each(['articles', 'users', 'uploads'])('at the step %s leaves no file', async (failing) => {
    const path = join(folder, 'failing')
    await mkdir(path, { recursive: true })
    const writing = openFolderStore(path).create('a.tar.zst', async (output) => {
      await createBackup({ databaseUrl: original.url, uploads: openBucket(uploads) }, output, {
        onProgress(step) {
          if (step === failing) throw new Error('The disk failed')
        },
      })
    })
    await expect(writing).rejects.toThrow('The disk failed')
    expect(await readdir(path)).toEqual([])
  })

  it('because it was killed leaves only a temporary file, which the next backup removes', async () => {
    const path = join(folder, 'killed')
    await mkdir(path, { recursive: true })
    // The id of a process that has ended.
    const { pid } = spawnSync(process.execPath, ['--version'])
    await writeFile(join(path, `.a.tar.zst.partial-${pid}`), 'incomplete')
    const { bytes } = await openFolderStore(path).create('a.tar.zst', async (output) => {
      await createBackup({ databaseUrl: original.url, uploads: undefined }, output)
    })
    expect(await readdir(path)).toEqual(['a.tar.zst'])
    expect((await readFile(join(path, 'a.tar.zst'))).length).toBe(bytes)
  })
})
