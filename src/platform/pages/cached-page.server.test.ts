import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { type CachedPage, cachedPageBytes, createCachedPage } from './cached-page.server.ts'

const headersOf = (pairs: string[]) =>
  Object.fromEntries(pairs.flatMap((name, index) => (index % 2 ? [] : [[name, pairs[index + 1]]])))

async function allOf(page: CachedPage) {
  const [identity, br, gzip] = await Promise.all([page.make('identity'), page.make('br'), page.make('gzip')])
  return { identity, br, gzip }
}

describe('createCachedPage', () => {
  it('offers three encodings of a text under one weak ETag', async () => {
    const text = 'Füße '.repeat(400)
    const page = await createCachedPage(200, { 'content-type': 'text/html' }, text)
    const { etag } = page
    const bodies = await allOf(page)
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

  it.each([0, 1, 1023])('does not compress %i bytes', async (length) => {
    const bodies = await allOf(await createCachedPage(200, {}, 'x'.repeat(length)))
    for (const body of Object.values(bodies)) {
      expect(body.bytes).toBe(bodies.identity.bytes)
      expect(headersOf(body.headers)).not.toHaveProperty('content-encoding')
    }
  })

  it('derives the ETag from the content', async () => {
    const etags = await Promise.all(
      ['a', 'a', 'b'].map(async (body) => (await createCachedPage(200, {}, body)).etag),
    )
    expect(new Set(etags).size).toBe(2)
  })

  it('omits the headers of the body from a 304', async () => {
    const { notModifiedHeaders, etag } = await createCachedPage(
      200,
      { 'content-type': 'text/html', 'x-a': 'content-type' },
      '',
    )
    expect(headersOf(notModifiedHeaders)).toEqual({ 'x-a': 'content-type', vary: 'Accept-Encoding', etag })
  })
})

describe('an encoding that was not requested yet', () => {
  const text = 'Füße '.repeat(400)

  it('is created on demand, except Brotli', async () => {
    const page = await createCachedPage(200, {}, text)
    expect(Object.keys(page.bodies)).toEqual(['br'])
    expect(cachedPageBytes(page)).toBe((page.bodies.br?.bytes.length ?? 0) + 4096)
  })

  it.each(['gzip', 'identity'] as const)('is created once for concurrent requests: %s', async (encoding) => {
    const page = await createCachedPage(200, {}, text)
    const grown = vi.fn()
    page.onGrow = grown
    const bodies = await Promise.all(Array.from({ length: 20 }, () => page.make(encoding)))
    expect(new Set(bodies).size).toBe(1)
    expect(page.bodies[encoding]).toBe(bodies[0])
    expect(await page.make(encoding)).toBe(bodies[0])
    expect(grown).toHaveBeenCalledTimes(1)
  })
})

describe('cachedPageBytes', () => {
  it('counts shared bytes once', async () => {
    const small = await createCachedPage(200, {}, 'x'.repeat(1000))
    expect(cachedPageBytes(small)).toBe(1000 + 4096)
    const large = await createCachedPage(200, {}, 'x'.repeat(2000))
    const { identity, br, gzip } = await allOf(large)
    expect(cachedPageBytes(large)).toBe(identity.bytes.length + br.bytes.length + gzip.bytes.length + 4096)
  })
})
