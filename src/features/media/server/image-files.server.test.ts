import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createImageFiles } from './image-files.server.ts'

const requireSpace = async () => {}
const BLOCK = 4096
const HOUR = 3_600_000

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'images-'))
})
afterEach(() => rm(dir, { recursive: true }))

const blocks = (count: number) => Buffer.alloc(count * BLOCK, 7)
const pathOf = (name: string) => join(dir, name.slice(0, 2), name)

async function age(name: string, hours: number): Promise<void> {
  const time = new Date(Date.now() - hours * HOUR)
  await utimes(pathOf(name), time, time)
}

async function stored(): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}

describe('createImageFiles', () => {
  it('stores files for later processes', async () => {
    const files = createImageFiles({ requireSpace, dir: join(dir, 'not', 'yet'), maxBytes: 100 * BLOCK })
    expect(await files.has('aa1')).toBe(false)
    expect(await files.read('aa1')).toBeNull()
    await files.write('aa1', 'words')
    await files.write('aa1', 'other words')
    const again = createImageFiles({ requireSpace, dir: join(dir, 'not', 'yet'), maxBytes: 100 * BLOCK })
    expect(await again.has('aa1')).toBe(true)
    expect((await again.read('aa1'))?.toString()).toBe('other words')
    await again.remove('aa1')
    await again.remove('aa1')
    expect(await again.read('aa1')).toBeNull()
  })

  it('leaves no partial file after a failure', async () => {
    const files = createImageFiles({ requireSpace, dir, maxBytes: 100 * BLOCK })
    await Promise.all(Array.from({ length: 20 }, () => files.write('aa1', blocks(3))))
    expect(await stored()).toEqual(['aa1'])
    await writeFile(join(dir, 'bb'), 'a file where a folder should be')
    await expect(files.write('bb1', 'x')).rejects.toThrow()
    expect(await stored()).toEqual(['aa1', 'bb'])
  })

  it('evicts the least recently read files before the maximum size is exceeded', async () => {
    const files = createImageFiles({ requireSpace, dir, maxBytes: 10 * BLOCK })
    for (const name of ['aa1', 'ab2', 'ac3']) await files.write(name, blocks(3))
    await age('aa1', 3)
    await age('ab2', 5)
    await age('ac3', 4)
    await files.read('ab2')
    await files.write('ad4', blocks(3))
    expect(await stored()).toEqual(['aa1', 'ab2', 'ad4'])
  })

  it('never exceeds the maximum size during concurrent writes', async () => {
    const maxBytes = 20 * BLOCK
    const files = createImageFiles({ requireSpace, dir, maxBytes })
    const names = Array.from({ length: 60 }, (_, number) => `${(number + 16).toString(16)}-file`)
    await Promise.all(names.map((name, number) => files.write(name, blocks((number % 3) + 1))))
    const sizes = await Promise.all((await stored()).map(async (name) => (await stat(pathOf(name))).size))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(total).toBeLessThanOrEqual(maxBytes)
    expect(total).toBeGreaterThan(maxBytes / 2)
  })

  it('counts files of earlier processes', async () => {
    const before = createImageFiles({ requireSpace, dir, maxBytes: 100 * BLOCK })
    for (const name of ['aa1', 'ab2', 'ac3', 'ad4']) await before.write(name, blocks(4))
    await age('ac3', 2)
    const files = createImageFiles({ requireSpace, dir, maxBytes: 16 * BLOCK })
    await files.write('ae5', blocks(1))
    expect(await stored()).toEqual(['aa1', 'ab2', 'ad4', 'ae5'])
  })

  it('updates the time of last read at most once an hour', async () => {
    const files = createImageFiles({ requireSpace, dir, maxBytes: 100 * BLOCK })
    await files.write('aa1', 'words')
    await age('aa1', 0.5)
    const { mtimeMs } = await stat(pathOf('aa1'))
    await files.read('aa1')
    expect((await stat(pathOf('aa1'))).mtimeMs).toBe(mtimeMs)
    await age('aa1', 2)
    await files.read('aa1')
    expect((await stat(pathOf('aa1'))).mtimeMs).toBeGreaterThan(mtimeMs)
  })
})
