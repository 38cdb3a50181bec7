import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createStoredPage, storedBytes } from './stored-page.server.ts'

const headersOf = (pairs: string[]) =>
  Object.fromEntries(pairs.flatMap((name, index) => (index % 2 ? [] : [[name, pairs[index + 1]]])))

describe('createStoredPage', () => {
  it('keeps the same text in three encodings under one weak ETag', async () => {
    const text = 'Füße '.repeat(400)
    const { etag, bodies } = await createStoredPage(200, { 'content-type': 'text/html' }, text)
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(bodies.identity.bytes.toString()).toBe(text)
    expect(brotliDecompressSync(bodies.br.bytes).toString()).toBe(text)
    expect(gunzipSync(bodies.gzip.bytes).toString()).toBe(text)
    const common = { 'content-type': 'text/html', vary: 'Accept-Encoding', etag }
    const lengthOf = (bytes: Buffer) => ({ 'content-length': String(bytes.length) })
    expect(headersOf(bodies.identity.headers)).toEqual({ ...common, ...lengthOf(bodies.identity.bytes) })
    expect(headersOf(bodies.br.headers)).toEqual({
      ...common,
      'content-encoding': 'br',
      ...lengthOf(bodies.br.bytes),
    })
    expect(headersOf(bodies.gzip.headers)).toEqual({
      ...common,
      'content-encoding': 'gzip',
      ...lengthOf(bodies.gzip.bytes),
    })
  })

  it.each([0, 1, 1023])('compresses nothing of %i bytes', async (length) => {
    const { bodies } = await createStoredPage(200, {}, 'x'.repeat(length))
    for (const body of Object.values(bodies)) {
      expect(body.bytes).toBe(bodies.identity.bytes)
      expect(headersOf(body.headers)).not.toHaveProperty('content-encoding')
    }
  })

  it('has the same ETag for the same bytes and another for others', async () => {
    const etags = await Promise.all(
      ['a', 'a', 'b'].map(async (body) => (await createStoredPage(200, {}, body)).etag),
    )
    expect(new Set(etags).size).toBe(2)
  })

  it('has no header of a body in a 304', async () => {
    const { notModifiedHeaders, etag } = await createStoredPage(
      200,
      { 'content-type': 'text/html', 'x-a': 'content-type' },
      '',
    )
    expect(headersOf(notModifiedHeaders)).toEqual({ 'x-a': 'content-type', vary: 'Accept-Encoding', etag })
  })
})

describe('storedBytes', () => {
  it('counts shared bytes once', async () => {
    const small = await createStoredPage(200, {}, 'x'.repeat(1000))
    expect(storedBytes(small)).toBe(1000 + 512)
    const large = await createStoredPage(200, {}, 'x'.repeat(2000))
    const { identity, br, gzip } = large.bodies
    expect(storedBytes(large)).toBe(identity.bytes.length + br.bytes.length + gzip.bytes.length + 512)
  })
})
