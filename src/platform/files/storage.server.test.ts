import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Bucket, openBucket } from './storage.server.ts'

let dir: string
let bucket: Bucket

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'storage-'))
  bucket = openBucket(join(dir, 'bucket'))
})
afterEach(() => rm(dir, { recursive: true }))

it('returns stored content', async () => {
  expect(await bucket.read('1_a.jpg')).toBeNull()
  expect(await bucket.put('1_a.jpg', Buffer.from('image'))).toBe(true)
  expect(String(await bucket.read('1_a.jpg'))).toBe('image')
  expect(await readdir(join(dir, 'bucket'))).toEqual(['1_a.jpg'])
})

it('never overwrites a file, even when two are stored at the same time', async () => {
  const puts = await Promise.all(['one', 'two', 'six'].map((text) => bucket.put('a.jpg', Buffer.from(text))))
  expect(puts.filter(Boolean)).toHaveLength(1)
  expect(String(await bucket.read('a.jpg'))).toBe(['one', 'two', 'six'][puts.indexOf(true)])
  expect(await readdir(join(dir, 'bucket'))).toEqual(['a.jpg'])
})

it.each(['../secret', '..', '.', '', '.hidden', 'a/b', 'a\\b', '/etc/passwd', 'a\0', 'a'.repeat(300)])(
  'rejects the file name %j',
  async (name) => {
    await mkdir(join(dir, 'bucket'))
    await writeFile(join(dir, 'secret'), 'secret')
    await writeFile(join(dir, 'bucket', '.hidden'), 'hidden')
    expect(await bucket.read(name)).toBeNull()
    await expect(bucket.put(name, Buffer.from('x'))).rejects.toThrow('Invalid file name')
  },
)

it('does not return a folder', async () => {
  await mkdir(join(dir, 'bucket', 'folder'), { recursive: true })
  expect(await bucket.read('folder')).toBeNull()
})
