import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { log } from '#platform/process/log.server.ts'
import { receiveUpload, respondToFailure } from './upload-handler.server.ts'

describe('a failed upload', () => {
  const respond = async (error: Error) => {
    const logger = { error: vi.spyOn(log(), 'error'), debug: vi.spyOn(log(), 'debug') }
    for (const method of Object.values(logger)) method.mockImplementation(() => {})
    const response = respondToFailure(error)
    const logged = [logger.error.mock.calls.length, logger.debug.mock.calls.length]
    vi.restoreAllMocks()
    return { status: response.status, ...(await response.json()), logged }
  }
  const error = (message: string, code: string) => Object.assign(new Error(message), { code })

  it.each(['ENOSPC', '53100'])('says that the disk is full (%s)', async (code) => {
    expect(await respond(error('no space left on device, write', code))).toEqual({
      status: 507,
      message: 'The file was not saved: the disk of the server is full. Please contact its operator.',
      logged: [1, 0],
    })
  })

  it('does not explain other errors', async () => {
    const failure = { status: 500, message: 'Failed to upload image', logged: [1, 0] }
    expect(await respond(error('permission denied', 'EACCES'))).toEqual(failure)
  })

  it.each([error('aborted', 'ECONNRESET'), new DOMException('This operation was aborted', 'AbortError')])(
    'is not logged as an error when the client disconnects (%s)',
    async (failure) => {
      expect(await respond(failure)).toMatchObject({ logged: [0, 1] })
    },
  )
})

describe('receiveUpload', () => {
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
})
