import { Readable } from 'node:stream'
import {
  brotliCompressSync,
  constants,
  createGzip,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { eventually } from '#platform/testing/eventually.ts'
import { readBody } from './read-body.server.ts'

const text = 'All the news that is fit to fetch. '.repeat(5000)

function read(bytes: Uint8Array, contentEncoding: string | null, maxBytes = 1_000_000): Promise<Uint8Array> {
  return readBody(Readable.from([bytes]), { contentEncoding, maxBytes })
}

describe('readBody', () => {
  it.each<[string | null, (bytes: Buffer) => Buffer]>([
    [null, (bytes) => bytes],
    ['', (bytes) => bytes],
    ['identity', (bytes) => bytes],
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['gzip, br', (bytes) => brotliCompressSync(gzipSync(bytes))],
    ['deflate,identity , gzip', (bytes) => gzipSync(deflateRawSync(bytes))],
    ['zstd, gzip, gzip', (bytes) => gzipSync(gzipSync(zstdCompressSync(bytes)))],
  ])('decodes the encoding %s', async (contentEncoding, encode) => {
    const bytes = await read(encode(Buffer.from(text)), contentEncoding)
    expect(Buffer.from(bytes).toString()).toBe(text)
  })

  it.each(['gzip', 'deflate'])('reads %s that arrives a byte at a time', async (contentEncoding) => {
    const encoded = contentEncoding === 'gzip' ? gzipSync('slow') : deflateSync('slow')
    const drip = Readable.from([...encoded].map((byte) => Buffer.of(byte)))
    expect(Buffer.from(await readBody(drip, { contentEncoding, maxBytes: 100 })).toString()).toBe('slow')
  })

  it.each([null, 'deflate'])('reads an empty body (encoding %s)', async (contentEncoding) => {
    const empty = Readable.from([])
    expect(await readBody(empty, { contentEncoding, maxBytes: 100 })).toHaveLength(0)
  })

  it.each([
    ['compress', /uses an unknown compression/],
    ['gzip, sdch', /uses an unknown compression/],
    ['constructor', /uses an unknown compression/],
    ['gzip, gzip, gzip, gzip', /compressed too many times/],
  ])('rejects the encoding %s and releases the body', async (contentEncoding, reason) => {
    const body = Readable.from([gzipSync(text)])
    await expect(readBody(body, { contentEncoding, maxBytes: 1_000_000 })).rejects.toThrow(reason)
    expect(body.destroyed).toBe(true)
  })

  it.each<[string, Uint8Array]>([
    ['gzip', Buffer.from('this is no gzip')],
    ['deflate', deflateSync(text).subarray(0, -10)],
    ['br', brotliCompressSync(text).subarray(0, -10)],
    ['zstd', zstdCompressSync(text).subarray(0, -10)],
    ['zstd', Buffer.from('this is no zstd')],
  ])('fails on damaged %s', async (contentEncoding, bytes) => {
    await expect(read(bytes, contentEncoding)).rejects.toMatchObject({ code: expect.stringMatching(/^Z/) })
  })

  it('rejects zstd windows above the limit of RFC 9659', async () => {
    const params = { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_contentSizeFlag]: 0 }
    const greedy = zstdCompressSync(Buffer.alloc(20 * 1024 * 1024), { params })
    await expect(read(greedy, 'zstd')).rejects.toMatchObject({ code: expect.stringMatching(/^ZSTD_error/) })
  })

  it('accepts a body of exactly the maximum size', async () => {
    expect(await read(gzipSync(Buffer.alloc(2048)), 'gzip', 2048)).toHaveLength(2048)
    await expect(read(gzipSync(Buffer.alloc(2049)), 'gzip', 2048)).rejects.toThrow(/larger than/)
    await expect(read(Buffer.alloc(2049), null, 2048)).rejects.toThrow(/larger than/)
  })

  it('stops a decompression bomb of 1 GB early without holding it', async () => {
    const megabyte = Buffer.alloc(1024 * 1024)
    const zeros = Readable.from(Array.from({ length: 1024 }, () => megabyte))
    const squeezed = zeros.pipe(createGzip({ level: 1 })).pipe(createGzip({ level: 1 }))
    const before = process.memoryUsage.rss()
    const reading = readBody(squeezed, { contentEncoding: 'gzip, gzip', maxBytes: 5_000_000 })
    await expect(reading).rejects.toThrow('The response is larger than 5 MB')
    await eventually(() => expect(squeezed.destroyed).toBe(true))
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024)
    zeros.destroy()
  })
})
