import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { strictTransport } from '#platform/http/security-headers.server.ts'
import {
  addStrictHeaders,
  bodyBytes,
  type CachedPage,
  createCachedPage,
  encodeBody,
  storedEncoding,
} from './cached-page.server.ts'

const text = 'Füße '.repeat(400)
const STRICT = strictTransport(true)

const headersOf = (pairs: readonly string[]) =>
  Object.fromEntries(pairs.flatMap((name, index) => (index % 2 ? [] : [[name, pairs[index + 1]]])))

async function allOf(page: CachedPage) {
  const [identity, br, gzip] = await Promise.all([
    encodeBody(page, 'identity'),
    encodeBody(page, 'br'),
    encodeBody(page, 'gzip'),
  ])
  return { identity, br, gzip }
}

describe('createCachedPage', () => {
  it('offers three encodings of a text under one weak ETag', async () => {
    const page = await createCachedPage(200, { 'content-type': 'text/html', 'x-a': 'b' }, text)
    const { etag, contentType } = page
    const bodies = await allOf(page)
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect(bodies.identity.bytes.toString()).toBe(text)
    expect(brotliDecompressSync(bodies.br.bytes).toString()).toBe(text)
    expect(gunzipSync(bodies.gzip.bytes).toString()).toBe(text)
    expect(contentType).toBe('text/html')
    expect(headersOf(page.headers)).toEqual({ 'x-a': 'b', vary: 'Accept-Encoding', etag })
    for (const encoding of ['identity', 'br', 'gzip'] as const) {
      const { bytes, headers } = bodies[encoding]
      expect(headersOf(headers)).toEqual({
        ...headersOf(page.headers),
        'server-timing': '',
        'content-type': 'text/html',
        'content-length': String(bytes.length),
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      })
      expect(headersOf(addStrictHeaders(bodies[encoding], STRICT))).toEqual({
        ...headersOf(headers),
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      })
      expect(addStrictHeaders(bodies[encoding], STRICT)).toBe(bodies[encoding].strictHeaders)
    }
  })

  it.each([0, 1, 1023])('does not compress %i bytes', async (length) => {
    const page = await createCachedPage(200, {}, 'x'.repeat(length))
    const bodies = await allOf(page)
    expect(bodies.identity.bytes).toHaveLength(length)
    expect(headersOf(bodies.identity.headers)).not.toHaveProperty('content-encoding')
    for (const body of Object.values(bodies)) expect(body).toBe(bodies.identity)
    expect(storedEncoding(page, 'br')).toBe('identity')
  })

  it('derives the ETag from the content', async () => {
    const etags = await Promise.all(
      ['a', 'a', 'b'].map(async (body) => (await createCachedPage(200, {}, body)).etag),
    )
    expect(new Set(etags).size).toBe(2)
  })
})

describe('an encoding that was not requested yet', () => {
  it('is created on demand, except Brotli', async () => {
    const page = await createCachedPage(200, {}, text)
    expect(Object.keys(page.bodies)).toEqual(['br'])
  })

  it.each(['gzip', 'identity'] as const)('is created once for concurrent requests: %s', async (encoding) => {
    const page = await createCachedPage(200, {}, text)
    const grown = vi.fn()
    page.onGrow = grown
    const bodies = await Promise.all(Array.from({ length: 20 }, () => encodeBody(page, encoding)))
    expect(new Set(bodies).size).toBe(1)
    expect(page.bodies[encoding]).toBe(bodies[0])
    expect(await encodeBody(page, encoding)).toBe(bodies[0])
    expect(grown).toHaveBeenCalledTimes(1)
  })
})

it('a page holds buffers of the exact size, not views of larger ones', async () => {
  const small = await createCachedPage(200, {}, 'x'.repeat(1000))
  const large = await createCachedPage(200, {}, text)
  for (const body of [small.bodies.identity, ...Object.values(await allOf(large))])
    expect(body?.bytes.buffer.byteLength).toBe(body?.bytes.length)
})

it('bodyBytes counts each body once', async () => {
  const page = await createCachedPage(200, {}, text)
  const { br, gzip, identity } = await allOf(page)
  expect(bodyBytes(page)).toBe(br.bytes.length + gzip.bytes.length + identity.bytes.length)
  const small = await createCachedPage(200, {}, 'x'.repeat(1000))
  await allOf(small)
  expect(bodyBytes(small)).toBe(1000)
})
