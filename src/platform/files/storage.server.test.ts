import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startS3Server } from '../testing/s3-server.ts'
import { connectS3, openS3Bucket } from './s3-bucket.server.ts'
import { requireS3Address } from './s3-client.server.ts'
import { type Bucket, openBucket } from './storage.server.ts'

const dir = await mkdtemp(join(tmpdir(), 'storage-'))
const s3 = await startS3Server()
afterAll(async () => {
  await s3[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

let number = 0
const PLACES: [string, (folder: string) => Bucket][] = [
  ['a folder', (folder) => openBucket(join(dir, folder))],
  [
    'S3-compatible storage',
    (folder) => openS3Bucket(connectS3(requireS3Address(s3.address(folder))), 'article-images/'),
  ],
]

describe.each(PLACES)('a bucket in %s', (_, open) => {
  let bucket: Bucket
  beforeEach(() => {
    bucket = open(`site-${++number}`)
  })

  it('returns stored content', async () => {
    expect([await bucket.read('1_a.jpg'), await bucket.find('1_a.jpg'), await bucket.has('1_a.jpg')]).toEqual(
      [null, null, false],
    )
    expect(await bucket.put('1_a.jpg', Buffer.from('image'))).toBe(true)
    expect(String(await bucket.read('1_a.jpg'))).toBe('image')
    expect(await bucket.find('1_a.jpg')).toMatchObject({ bytes: 5, modifiedAt: expect.any(Date) })
    expect(await bucket.has('1_a.jpg')).toBe(true)
  })

  it('never overwrites a file', async () => {
    await bucket.put('a.jpg', Buffer.from('one'))
    expect(await bucket.put('a.jpg', Buffer.from('two'))).toBe(false)
    await writeFile(join(dir, 'upload'), 'two')
    expect(await bucket.putFile('a.jpg', join(dir, 'upload'))).toBe(false)
    expect(String(await bucket.read('a.jpg'))).toBe('one')
  })

  it('stores a large file, and streams it whole and by range', async () => {
    const bytes = randomBytes(9_000_000)
    await writeFile(join(dir, 'film'), bytes)
    expect(await bucket.putFile('film.mp4', join(dir, 'film'))).toBe(true)
    expect((await buffer(await bucket.stream('film.mp4'))).equals(bytes)).toBe(true)
    const range = { start: 1_000_000, end: 3_000_000 }
    const part = await buffer(await bucket.stream('film.mp4', range))
    expect(part.equals(bytes.subarray(1_000_000, 3_000_001))).toBe(true)
    const last = { start: 8_999_999, end: 8_999_999 }
    expect((await buffer(await bucket.stream('film.mp4', last))).equals(bytes.subarray(-1))).toBe(true)
  })

  it('lists files in order, and removes them', async () => {
    expect(await bucket.list()).toEqual([])
    for (const name of ['b.jpg', 'a.jpg', 'a.1']) await bucket.put(name, Buffer.from(name))
    await bucket.writeMarker('id')
    expect(await bucket.list()).toMatchObject([
      { name: 'a.1', bytes: 3, modifiedAt: expect.any(Date) },
      { name: 'a.jpg', bytes: 5 },
      { name: 'b.jpg', bytes: 5 },
    ])
    expect((await bucket.list('a.')).map(({ name }) => name)).toEqual(['a.1', 'a.jpg'])
    await bucket.remove('a.jpg')
    await bucket.remove('missing.jpg')
    expect([await bucket.has('a.jpg'), await bucket.has('b.jpg')]).toEqual([false, true])
  })

  it('keeps the id of the site', async () => {
    expect(await bucket.readMarker()).toBeUndefined()
    await bucket.writeMarker('first')
    await bucket.writeMarker('second')
    expect(await bucket.readMarker()).toBe('second')
  })

  it.each(['../secret', '..', '.', '', '.hidden', 'a/b', 'a\\b', '/etc/passwd', 'a\0', 'a'.repeat(300)])(
    'rejects the file name %j',
    async (name) => {
      await bucket.writeMarker('id')
      expect([await bucket.read(name), await bucket.find(name)]).toEqual([null, null])
      await expect(bucket.put(name, Buffer.from('x'))).rejects.toThrow('Invalid file name')
      await expect(bucket.stream(name)).rejects.toThrow('Invalid file name')
    },
  )
})

describe('a folder', () => {
  it('stores one of several files that come at the same time', async () => {
    const bucket = openBucket(join(dir, 'race'))
    const puts = await Promise.all(
      ['one', 'two', 'six'].map((text) => bucket.put('a.jpg', Buffer.from(text))),
    )
    expect(puts.filter(Boolean)).toHaveLength(1)
    expect(String(await bucket.read('a.jpg'))).toBe(['one', 'two', 'six'][puts.indexOf(true)])
    expect(await readdir(join(dir, 'race'))).toEqual(['a.jpg'])
  })

  it('does not return a folder', async () => {
    await mkdir(join(dir, 'parent', 'folder'), { recursive: true })
    expect(await openBucket(join(dir, 'parent')).read('folder')).toBeNull()
  })
})
