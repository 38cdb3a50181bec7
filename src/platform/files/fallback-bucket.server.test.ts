import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { withFallback } from './fallback-bucket.server.ts'
import { openBucket } from './storage.server.ts'

const dir = await mkdtemp(join(tmpdir(), 'fallback-'))
afterAll(() => rm(dir, { recursive: true }))

it('reads from both places, stores in the first, and removes from both', async () => {
  const [first, second] = [openBucket(join(dir, 'first')), openBucket(join(dir, 'second'))]
  const bucket = withFallback(first, second)
  await first.put('a.jpg', Buffer.from('first a'))
  for (const name of ['a.jpg', 'b.jpg']) await second.put(name, Buffer.from(`second ${name}`))
  expect(String(await bucket.read('a.jpg'))).toBe('first a')
  expect(String(await bucket.read('b.jpg'))).toBe('second b.jpg')
  expect(String(await buffer(await bucket.stream('b.jpg', { start: 7, end: 12 })))).toBe('b.jpg')
  expect((await bucket.find('b.jpg'))?.bytes).toBe(12)
  expect((await bucket.list()).map(({ name, bytes }) => [name, bytes])).toEqual([
    ['a.jpg', 7],
    ['b.jpg', 12],
  ])
  await writeFile(join(dir, 'upload'), 'new')
  expect(await bucket.putFile('b.jpg', join(dir, 'upload'))).toBe(false)
  expect(await bucket.put('c.jpg', Buffer.from('new'))).toBe(true)
  expect([await first.has('c.jpg'), await second.has('c.jpg')]).toEqual([true, false])
  await bucket.remove('a.jpg')
  expect([await first.has('a.jpg'), await second.has('a.jpg'), await bucket.has('a.jpg')]).toEqual([
    false,
    false,
    false,
  ])
})
