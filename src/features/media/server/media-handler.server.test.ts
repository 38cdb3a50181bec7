import { describe, expect, it, vi } from 'vitest'
import { cacheKey, createEdgePolicy } from '#platform/cdn/edge-headers.server.ts'
import { IMAGE_HEADERS } from '#platform/http/security-headers.server.ts'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { handleMedia } from './media-handler.server.ts'
import type { MediaResult, MediaStore } from './media-store.server.ts'
import type { UploadAudience } from './upload-audience.server.ts'

const path = '/media/0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11/0123456789abcd/16x9-640.webp'
const image: MediaResult = {
  kind: 'image',
  bytes: Buffer.from('bytes'),
  contentType: 'image/webp',
  etag: '"tag"',
  isLasting: true,
}

const edge = createEdgePolicy('fastly', 'b1')

/** Sends a request to a server that handles media with `store`, and responds with status 418 to anything else. */
async function send(
  store: Pick<MediaStore, 'serve'>,
  url: string,
  init?: RequestInit,
  audience: UploadAudience = 'nobody',
): Promise<Response> {
  await using server = await startLocalServer(async (request, response) => {
    const handled = await handleMedia(store, request, response, async () => audience, edge.ofImage).catch(
      () => {
        response.writeHead(500).end()
        return true
      },
    )
    if (!handled) response.writeHead(418).end()
  })
  const response = await fetch(server.origin + url, init)
  return new Response(response.status === 304 ? null : await response.arrayBuffer(), response)
}

const storeOf = (served: MediaResult): Pick<MediaStore, 'serve'> => ({ serve: async () => served })

describe('handleMedia', () => {
  it('serves an immutable image', async () => {
    const response = await send(storeOf(image), `${path}?v=1`)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('bytes')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '5',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: '"tag"',
      ...IMAGE_HEADERS,
    })
  })

  it.each<[string, UploadAudience, boolean, string | null]>([
    [path, 'nobody', true, `all ${cacheKey('article:0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11')}`],
    ['/media/uploads/1_tea.jpg/16x9-640.webp', 'everybody', true, 'all uploads'],
    // Replaced files keep this address.
    ['/media/uploads/1_tea.jpg/16x9-640.webp', 'everybody', false, null],
    ['/media/uploads/1_tea.jpg/16x9-640.webp', 'staff', true, null],
    ['/media/uploads/1_tea.jpg/16x9-640.webp', 'nobody', true, null],
  ])('lets a CDN store %s for %s (lasting: %s) with the keys %s', async (url, audience, isLasting, keys) => {
    const { headers } = await send(storeOf({ ...image, isLasting }), url, undefined, audience)
    expect(headers.get('surrogate-key')).toBe(keys)
    expect(headers.get('surrogate-control')).toBe(keys && 'max-age=86400, stale-if-error=86400')
  })

  it.each<[UploadAudience, number, string]>([
    ['everybody', 200, 'public, max-age=31536000, immutable'],
    ['staff', 200, 'private, no-cache'],
    ['nobody', 404, 'private, max-age=60'],
  ])('serves an upload that %s may see with status %i and %s', async (audience, status, cacheControl) => {
    const upload = '/media/uploads/1_tea.jpg/16x9-640.webp'
    const serve = vi.fn(async () => image)
    const response = await send({ serve }, upload, undefined, audience)
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, cacheControl])
    // Images are encoded only for those who may see them.
    expect(serve).toHaveBeenCalledTimes(status === 200 ? 1 : 0)
  })

  it('sends only headers for HEAD', async () => {
    const response = await send(storeOf(image), path, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe('5')
    expect(await response.text()).toBe('')
  })

  it.each([
    ['"tag"', 304],
    ['W/"tag"', 304],
    ['"other", "tag"', 304],
    ['*', 304],
    ['"other"', 200],
    ['tag', 200],
  ])('responds to If-None-Match %s with status %i', async (tags, status) => {
    const response = await send(storeOf(image), path, { headers: { 'if-none-match': tags } })
    expect(response.status).toBe(status)
    expect(response.headers.get('etag')).toBe('"tag"')
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(Object.fromEntries(response.headers)).toMatchObject(IMAGE_HEADERS)
  })

  it.each<MediaResult>([{ kind: 'not-found' }, { kind: 'broken' }])(
    'responds with an empty 404 when the image is %j',
    async (served) => {
      const response = await send(storeOf(served), path)
      expect(response.status).toBe(404)
      expect(response.headers.get('cache-control')).toBe('public, max-age=60')
      expect(Object.fromEntries(response.headers)).toMatchObject(IMAGE_HEADERS)
      expect(await response.text()).toBe('')
    },
  )

  it.each(['/media/', '/media/..%2f..%2fetc/passwd', '/media/x.svg', path.replace('640', '641')])(
    'responds to %s with 404 without using the store',
    async (url) => {
      const store: Pick<MediaStore, 'serve'> = { serve: () => Promise.reject(new Error('requested')) }
      expect((await send(store, url)).status).toBe(404)
    },
  )

  it.each(['POST', 'PUT', 'DELETE'])('rejects %s', async (method) => {
    const response = await send(storeOf(image), path, { method })
    expect(response.status).toBe(405)
    expect(Object.fromEntries(response.headers)).toMatchObject({ allow: 'GET, HEAD', ...IMAGE_HEADERS })
  })

  it.each(['/', '/news', '/medium', '/x/media/'])('ignores %s', async (url) => {
    expect((await send(storeOf(image), url)).status).toBe(418)
  })

  it('propagates unexpected errors', async () => {
    const store: Pick<MediaStore, 'serve'> = {
      serve: () => Promise.reject(new Error('the database is away')),
    }
    expect((await send(store, path)).status).toBe(500)
  })

  it('aborts when the client disconnects', async () => {
    const requested = Promise.withResolvers<void>()
    const handled = Promise.withResolvers<boolean>()
    const store: Pick<MediaStore, 'serve'> = {
      serve: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          requested.resolve()
        }),
    }
    await using server = await startLocalServer((request, response) => {
      handled.resolve(handleMedia(store, request, response, async () => 'nobody'))
    })
    const leave = new AbortController()
    const response = fetch(server.origin + path, { signal: leave.signal })
    await requested.promise
    leave.abort()
    await expect(response).rejects.toThrow(/abort/)
    expect(await handled.promise).toBe(true)
  })
})
