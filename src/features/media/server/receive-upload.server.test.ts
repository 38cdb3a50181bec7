import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { receiveUpload } from './upload-handler.server.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'uploads-'))
})
afterEach(() => rm(dir, { recursive: true }))

const forever = new AbortController().signal

async function* chunks(count: number, bytes: number, onChunk: (place: number) => unknown = () => {}) {
  for (let place = 0; place < count; place += 1) {
    await onChunk(place)
    yield new Uint8Array(bytes).fill(place)
  }
}

const receive = (body: AsyncIterable<Uint8Array>, signal = forever) =>
  receiveUpload(body, { dir, maxBytes: 1000, signal }, async (path) => (await readFile(path)).length)

describe('receiveUpload', () => {
  it('writes the body to a file that exists only while it is used', async () => {
    expect(await receive(chunks(10, 100))).toBe(1000)
    expect(await readdir(dir)).toEqual([])
  })

  it('stops reading a body that is too large', async () => {
    let last = 0
    const body = chunks(10_000, 100, (place) => {
      last = place
    })
    expect(await receive(body)).toBeNull()
    expect(last).toBeLessThan(2_000)
    expect(await readdir(dir)).toEqual([])
  })

  it('removes the file when the client disconnects', async () => {
    const disconnect = new AbortController()
    const body = chunks(5, 100, (place) => place === 3 && disconnect.abort(new Error('disconnected')))
    await expect(receive(body, disconnect.signal)).rejects.toThrow()
    expect(await readdir(dir)).toEqual([])
  })

  it('removes the file when its use fails', async () => {
    const use = () => Promise.reject(new Error('damaged'))
    await expect(
      receiveUpload(chunks(1, 100), { dir, maxBytes: 1000, signal: forever }, use),
    ).rejects.toThrow('damaged')
    expect(await readdir(dir)).toEqual([])
  })

  it('receives four uploads at once; the others wait', async () => {
    const gate = Promise.withResolvers<void>()
    let started = 0
    const uploads = Array.from({ length: 6 }, () =>
      receive(
        chunks(1, 100, async () => {
          started += 1
          await gate.promise
        }),
      ),
    )
    await expect.poll(() => started).toBe(4)
    gate.resolve()
    expect(await Promise.all(uploads)).toEqual(Array(6).fill(100))
    expect(started).toBe(6)
  })
})
