import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBucket } from '#platform/files/storage.server.ts'
import { type Receiving, receiveInFolder, receiveInStorage } from './receive-chunk.server.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'chunks-'))
})
afterEach(() => rm(dir, { recursive: true }))

let machine = 0
const PLACES: [string, () => Receiving][] = [
  ['a folder', () => receiveInFolder(join(dir, 'receiving'))],
  // Each part comes to another machine, with a folder of its own.
  [
    'shared storage',
    () => receiveInStorage(openBucket(join(dir, 'parts')), join(dir, `machine-${++machine}`)),
  ],
]

const file = Buffer.from(Array.from({ length: 1_000 }, (_, place) => place % 251))
const { signal } = new AbortController()

async function* bytes(from: number, to: number, cutAt = Number.POSITIVE_INFINITY) {
  for (let place = from; place < to; place += 7) {
    if (place >= cutAt) throw new Error('The connection was lost')
    yield file.subarray(place, Math.min(to, place + 7, cutAt))
  }
}

let place: () => Receiving
const receive = (
  from: number,
  to: number,
  { name = 'a', cutAt = Number.POSITIVE_INFINITY, size = 1_000 } = {},
) => place().receive(bytes(from, to, cutAt), { name, offset: from, size, signal })

async function complete(received: Awaited<ReturnType<typeof receive>>) {
  if (received.kind !== 'complete') throw new Error(received.kind)
  return received.use(async (path) => (await readFile(path)).equals(file))
}

describe.each(PLACES)('in %s', (_, open) => {
  beforeEach(() => {
    place = open
  })

  it('joins parts', async () => {
    expect(await receive(0, 400)).toEqual({ kind: 'incomplete', offset: 400 })
    expect(await receive(400, 800)).toEqual({ kind: 'incomplete', offset: 800 })
    expect(await complete(await receive(800, 1_000))).toBe(true)
  })

  it('continues at any earlier offset after lost connections', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ back: fc.nat(300), length: fc.integer({ min: 1, max: 400 }), cut: fc.nat(400) }),
          {
            maxLength: 8,
          },
        ),
        fc.uuid(),
        async (attempts, name) => {
          let offset = 0
          for (const { back, length, cut } of attempts) {
            const from = Math.max(0, offset - back)
            const to = Math.min(999, from + length)
            const received = await receive(from, to, { name, cutAt: from + cut }).catch(() => null)
            if (received?.kind === 'incomplete') offset = received.offset
            else if (received?.kind === 'gap') offset = received.offset
          }
          return complete(await receive(offset, 1_000, { name }))
        },
      ),
      { numRuns: 50 },
    )
  })

  it('asks for what is missing', async () => {
    expect(await receive(400, 800)).toEqual({ kind: 'gap', offset: 0 })
    await receive(0, 100)
    expect(await receive(400, 800)).toEqual({ kind: 'gap', offset: 100 })
  })

  it('accepts no more than announced', async () => {
    expect(await receive(0, 1_000, { size: 999 })).toEqual({ kind: 'too-long' })
  })

  it('leaves nothing', async () => {
    await receive(0, 500)
    expect(await complete(await receive(500, 1_000))).toBe(true)
    expect(
      (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()),
    ).toEqual([])
  })

  it('removes an upload that is refused', async () => {
    await receive(0, 500)
    await place().remove('a')
    expect(await receive(500, 1_000)).toEqual({ kind: 'gap', offset: 0 })
  })
})

it('gives the file to one of concurrent requests', async () => {
  place = () => receiveInFolder(dir)
  await receive(0, 500)
  const kinds = (await Promise.all([receive(500, 1_000), receive(500, 1_000)])).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['complete', 'gap'])
  expect(await readdir(dir)).toHaveLength(1)
})

describe('in shared storage', () => {
  beforeEach(() => {
    place = () => receiveInStorage(openBucket(join(dir, 'parts')), join(dir, 'machine'))
  })

  it('keeps the parts if the file cannot be stored, so that the last one can be sent again', async () => {
    await receive(0, 500)
    const received = await receive(500, 1_000)
    if (received.kind !== 'complete') throw new Error(received.kind)
    await expect(received.use(() => Promise.reject(new Error('The storage is away')))).rejects.toThrow('away')
    expect(await readdir(join(dir, 'machine'))).toEqual([])
    expect(await complete(await receive(500, 1_000))).toBe(true)
  })

  it('asks for another attempt when another request has completed the upload', async () => {
    await receive(0, 500)
    const [one, other] = await Promise.all([receive(500, 1_000), receive(500, 1_000)])
    expect(await complete(one)).toBe(true)
    await expect(complete(other)).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('removes ten parts at a time', async () => {
    const bucket = openBucket(join(dir, 'parts'))
    for (let at = 0; at < 25; at += 1)
      await bucket.put(`a.${String(at).padStart(12, '0')}.1`, Buffer.from('x'))
    const removals = Promise.withResolvers<void>()
    let running = 0
    const removed: string[] = []
    const slow = {
      ...bucket,
      async remove(name: string) {
        running += 1
        if (running === 10) removals.resolve()
        await removals.promise
        removed.push(name)
        expect(running).toBeLessThanOrEqual(10)
        await bucket.remove(name)
        running -= 1
      },
    }
    await receiveInStorage(slow, join(dir, 'machine')).remove('a')
    expect(new Set(removed).size).toBe(25)
    expect(await bucket.list()).toEqual([])
  })

  it('finds the type by the first part', async () => {
    async function* pdf() {
      yield Buffer.from('%PDF-1.7 ')
    }
    await place().receive(pdf(), { name: 'a', offset: 0, size: 1_000, signal })
    expect((await place().findType('a'))?.ext).toBe('pdf')
  })

  it('limits the number of parts', async () => {
    const bucket = openBucket(join(dir, 'parts'))
    for (let at = 0; at < 1_000; at += 1)
      await bucket.put(`a.${String(at).padStart(12, '0')}.1`, file.subarray(0, 1))
    expect(await receive(1_000, 1_001, { size: 5_000 })).toEqual({ kind: 'too-long' })
  })
})
