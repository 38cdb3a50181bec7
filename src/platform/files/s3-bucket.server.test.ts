import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { isDiskFull } from '../errors/is-disk-full.ts'
import { eventually } from '../testing/eventually.ts'
import { refuse, startS3Server } from '../testing/s3-server.ts'
import { connectS3, openS3Bucket } from './s3-bucket.server.ts'
import { requireS3Address } from './s3-client.server.ts'

const s3 = await startS3Server()
const dir = await mkdtemp(join(tmpdir(), 's3-bucket-'))
afterAll(async () => {
  await s3[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

let number = 0
const open = (address = s3.address(`site-${++number}`), options = {}) =>
  openS3Bucket(connectS3(requireS3Address(address), options), 'article-images/')
let bucket = open()
beforeEach(() => {
  s3.intercept = () => false
  bucket = open()
})

const once = () => {
  let isFirst = true
  return () => {
    const isNow = isFirst
    isFirst = false
    return isNow
  }
}

describe('faults', () => {
  it('repeats requests that the service refuses for a moment', async () => {
    const isFirst = once()
    s3.intercept = (_, request, response) => {
      if (!isFirst()) return false
      request.resume()
      return refuse(response, 503, 'SlowDown')
    }
    expect(await bucket.put('a.jpg', Buffer.from('image'))).toBe(true)
    expect(String(await bucket.read('a.jpg'))).toBe('image')
  })

  it('continues after a connection that ends in the middle of a file', async () => {
    const bytes = randomBytes(2_000_000)
    await bucket.put('film.mp4', bytes)
    const isFirst = once()
    s3.intercept = ({ method }, request, response) => {
      if (method !== 'GET' || !request.headers.range?.startsWith('bytes=524288-') || !isFirst()) return false
      response.writeHead(206, { 'content-length': 524_288 })
      response.write(bytes.subarray(524_288, 600_000), () => response.destroy())
      return true
    }
    expect((await buffer(await bucket.stream('film.mp4'))).equals(bytes)).toBe(true)
    expect(isFirst()).toBe(false)
  })

  it('leaves nothing of a large file if the service goes away in the middle', async () => {
    await writeFile(join(dir, 'film'), randomBytes(17 * 1024 ** 2))
    s3.intercept = ({ query }, request, response) => {
      if (query.get('partNumber') !== '2') return false
      request.resume()
      response.destroy()
      return true
    }
    await expect(bucket.putFile('film.mp4', join(dir, 'film'))).rejects.toMatchObject({ kind: 'unavailable' })
    s3.intercept = () => false
    expect([await bucket.has('film.mp4'), await s3.countUploads()]).toEqual([false, 0])
    expect(await bucket.putFile('film.mp4', join(dir, 'film'))).toBe(true)
  })

  it('keeps the file that another process stored at the same time', async () => {
    s3.intercept = ({ method }, request, response) => {
      if (method !== 'PUT' || request.headers['if-none-match'] !== '*') return false
      request.resume()
      return refuse(response, 412, 'PreconditionFailed')
    }
    expect(await bucket.put('a.jpg', Buffer.from('image'))).toBe(false)
  })

  it('writes without conditions where the service has none', async () => {
    s3.intercept = ({ method }, request, response) => {
      if (method !== 'PUT' || !('if-none-match' in request.headers)) return false
      request.resume()
      return refuse(response, 501, 'NotImplemented')
    }
    expect(await bucket.put('a.jpg', Buffer.from('image'))).toBe(true)
    expect(String(await bucket.read('a.jpg'))).toBe('image')
  })

  it.each([
    [
      403,
      'AccessDenied',
      'refused',
      /^s3:\/\/papers refuses access \(AccessDenied\)\. Check AWS_ACCESS_KEY_ID/,
    ],
    [404, 'NoSuchBucket', 'refused', /^s3:\/\/papers cannot be used: .* Check the bucket/],
    [507, 'XMinioStorageFull', 'full', 's3://papers is full: free some space, or raise its quota.'],
    [403, 'QuotaExceeded', 'full', 's3://papers is full: free some space, or raise its quota.'],
  ])('explains status %i %s, and stores nothing', async (status, code, kind, message) => {
    s3.intercept = ({ method }, request, response) => {
      if (method !== 'PUT') return false
      request.resume()
      return refuse(response, status, code)
    }
    const putting = bucket.put('a.jpg', Buffer.from('image'))
    await expect(putting).rejects.toThrow(message)
    const error = await putting.catch((error) => error)
    expect([error.kind, isDiskFull(error)]).toEqual([kind, kind === 'full'])
    s3.intercept = () => false
    expect(await bucket.has('a.jpg')).toBe(false)
  })

  it('fails at once while the service does not respond, and recovers', async () => {
    vi.stubEnv('AWS_MAX_ATTEMPTS', '1')
    bucket = open(undefined, { idleTimeoutMs: 300 })
    await bucket.put('a.jpg', Buffer.from('image'))
    let requests = 0
    s3.intercept = () => {
      requests += 1
      return true
    }
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(bucket.has('b.jpg')).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(bucket.read('a.jpg')).rejects.toThrow(/^s3:.* does not respond\. /)
    expect(requests).toBe(3)
    s3.intercept = () => false
    await eventually(async () => expect(String(await bucket.read('a.jpg'))).toBe('image'))
    vi.unstubAllEnvs()
  })

  it('waits for a slow reader without a connection', async () => {
    const bytes = randomBytes(5_000_000)
    await bucket.put('film.mp4', bytes)
    let reads = 0
    s3.intercept = ({ method }) => {
      if (method === 'GET') reads += 1
      return false
    }
    const stream = await bucket.stream('film.mp4')
    const iterator = stream[Symbol.asyncIterator]()
    await iterator.next()
    await eventually(() => expect(stream.readableLength).toBeGreaterThan(0))
    // One that is read, one that is next, and one that is being produced.
    expect(reads).toBeLessThanOrEqual(3)
    await iterator.return?.()
    expect(stream.destroyed).toBe(true)
  })
})

it('hides the secret of an invalid address', () => {
  expect(() => open('s3://key:secret@papers?zone=a')).toThrow(/^s3:\/\/papers\?zone=a has the unknown/)
})
