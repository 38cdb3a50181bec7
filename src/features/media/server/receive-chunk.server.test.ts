import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { receiveChunk } from './receive-chunk.server.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'chunks-'))
})
afterEach(() => rm(dir, { recursive: true }))

const file = Buffer.from(Array.from({ length: 1_000 }, (_, place) => place % 251))
const { signal } = new AbortController()

async function* bytes(from: number, to: number, cutAt = Number.POSITIVE_INFINITY) {
  for (let place = from; place < to; place += 7) {
    if (place >= cutAt) throw new Error('The connection was lost')
    yield file.subarray(place, Math.min(to, place + 7, cutAt))
  }
}

const receive = (
  from: number,
  to: number,
  { name = 'a', cutAt = Number.POSITIVE_INFINITY, size = 1_000 } = {},
) => receiveChunk(bytes(from, to, cutAt), { dir, name, offset: from, size, signal })

async function complete(received: Awaited<ReturnType<typeof receive>>) {
  if (received.kind !== 'complete') throw new Error(received.kind)
  return (await readFile(received.path)).equals(file)
}

it('joins parts', async () => {
  expect(await receive(0, 400)).toEqual({ kind: 'incomplete', offset: 400 })
  expect(await receive(400, 800)).toEqual({ kind: 'incomplete', offset: 800 })
  expect(await complete(await receive(800, 1_000))).toBe(true)
})

it('continues at any earlier offset after lost connections', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ back: fc.nat(300), length: fc.integer({ min: 1, max: 400 }), cut: fc.nat(400) }), {
        maxLength: 8,
      }),
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

it('gives the file to one of concurrent requests', async () => {
  await receive(0, 500)
  const kinds = (await Promise.all([receive(500, 1_000), receive(500, 1_000)])).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['complete', 'gap'])
  expect(await readdir(dir)).toHaveLength(1)
})
