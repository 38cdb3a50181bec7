import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findWriteError } from './uploads-folder.server.ts'

let parent: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'uploads-folder-'))
})
afterAll(() => rm(parent, { recursive: true }))

describe('findWriteError', () => {
  it('creates a missing folder', async () => {
    const folder = join(parent, 'data', 'article-images')
    expect(await findWriteError(folder)).toBeUndefined()
    expect((await stat(folder)).isDirectory()).toBe(true)
    expect(await findWriteError(folder)).toBeUndefined()
  })

  it('says why a folder cannot be created', async () => {
    await writeFile(join(parent, 'file'), '')
    expect(await findWriteError(join(parent, 'file', 'article-images'))).toMatch(/^ENOTDIR: not a directory/)
  })
})
