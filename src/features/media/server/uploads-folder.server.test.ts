import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBucket } from '#platform/files/storage.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import {
  adoptUploadsFolder,
  claimUploadsFolder,
  findWriteError,
  isUploadsFolderShared,
} from './uploads-folder.server.ts'

const database = await createTestDatabase()
let parent: string
let root: string
const folder = (name: string) => openBucket(join(root, name, 'article-images'))

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'uploads-folder-'))
})
beforeEach(async () => {
  root = await mkdtemp(join(parent, 'site-'))
  await database.pool.query(`delete from site_settings where setting_name = 'uploads_folder_id'`)
})
afterAll(async () => {
  await rm(parent, { recursive: true })
  await database.drop()
})

const claim = (name: string, isExclusive = false) =>
  claimUploadsFolder(database.db, folder(name), { isExclusive })

describe('findWriteError', () => {
  it('creates a missing folder', async () => {
    const missing = join(parent, 'data', 'article-images')
    expect(await findWriteError(missing)).toBeUndefined()
    expect((await stat(missing)).isDirectory()).toBe(true)
    expect(await findWriteError(missing)).toBeUndefined()
  })

  it('says why a folder cannot be created', async () => {
    await writeFile(join(parent, 'file'), '')
    expect(await findWriteError(join(parent, 'file', 'article-images'))).toMatch(/^ENOTDIR: not a directory/)
  })
})

describe('claimUploadsFolder', () => {
  it('recognises the folder of the first process, and reports another one', async () => {
    expect(await claim('first')).toBe(true)
    expect(await claim('first')).toBe(true)
    expect(await claim('second')).toBe(false)
    expect(await isUploadsFolderShared(database.db, folder('second'))).toBe(false)
    expect(await isUploadsFolderShared(database.db, folder('first'))).toBe(true)
  })

  it('accepts one folder when processes start at the same time', async () => {
    const results = await Promise.all(['a', 'b', 'c', 'd'].map((name) => claim(name)))
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  it('reports a folder of another site', async () => {
    await claim('other')
    await database.pool.query(
      `update site_settings set setting_value = 'x' where setting_name = 'uploads_folder_id'`,
    )
    expect(await claim('other')).toBe(false)
  })

  it('accepts any folder of an embedded database, which one process serves', async () => {
    expect(await claim('first', true)).toBe(true)
    expect(await claim('moved', true)).toBe(true)
  })
})

it('adoptUploadsFolder makes another folder the right one', async () => {
  await claim('first')
  await adoptUploadsFolder(database.db, folder('restored'))
  expect(await claim('restored')).toBe(true)
  expect(await claim('first')).toBe(false)
})
