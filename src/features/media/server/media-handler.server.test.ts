import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openBucket } from '#platform/files/storage.server.ts'
import { IMAGE_HEADERS } from '#platform/http/security-headers.server.ts'
import { type LocalServer, startLocalServer } from '#platform/testing/local-server.ts'
import { handleMedia, handleUploads } from './media-handler.server.ts'
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

/** Sends a request to a server that handles media with `store`, and responds with status 418 to anything else. */
async function send(
  store: Pick<MediaStore, 'serve'>,
  url: string,
  init?: RequestInit,
  audience: UploadAudience = 'nobody',
): Promise<Response> {
  await using server = await startLocalServer(async (request, response) => {
    const handled = await handleMedia(store, request, response, async () => audience).catch(() => {
      response.writeHead(500).end()
      return true
    })
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

describe('handleUploads', () => {
  const path = '/storage/article-images/1_sea.jpg'
  let dir: string
  let server: LocalServer
  let audience: UploadAudience

  beforeEach(async () => {
    audience = 'everybody'
    dir = await mkdtemp(join(tmpdir(), 'uploads-'))
    for (const name of ['1_sea.jpg', 'note.svg', 'note.html', '.hidden.jpg'])
      await writeFile(join(dir, name), 'bytes')
    const uploads = {
      bucket: openBucket(dir),
      findFile: async (name: string) => (name === '3_replaced.jpg' ? '1_sea.jpg' : name),
    }
    server = await startLocalServer(async (request, response) => {
      if (!(await handleUploads(uploads, request, response, async () => audience)))
        response.writeHead(418).end()
    })
  })
  afterEach(async () => {
    await server[Symbol.asyncDispose]()
    await rm(dir, { recursive: true })
  })

  it('serves an image that cannot run scripts, and may be replaced', async () => {
    const response = await fetch(server.origin + path)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '5',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
    })
    expect(await response.text()).toBe('bytes')
    const etag = response.headers.get('etag') ?? ''
    expect((await fetch(server.origin + path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    const head = await fetch(server.origin + path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '5', ''])
  })

  it('serves the current file of an image', async () => {
    const response = await fetch(`${server.origin}/storage/article-images/3_replaced.jpg`)
    expect([response.headers.get('etag'), await response.text()]).toEqual(['"1_sea.jpg"', 'bytes'])
  })

  it('lets only those see an image who may, and others not store that', async () => {
    audience = 'staff'
    const seen = await fetch(server.origin + path)
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    audience = 'nobody'
    const missing = await fetch(server.origin + path, { headers: { 'if-none-match': '"1_sea.jpg"' } })
    expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'private, max-age=60'])
    expect(await missing.text()).toBe('')
  })

  it.each([
    '/storage/',
    '/storage/article-images/',
    '/storage/article-images/2_sea.jpg',
    '/storage/article-images/note.svg',
    '/storage/article-images/note.html',
    '/storage/article-images/.hidden.jpg',
    '/storage/article-images/..%2f1_sea.jpg',
    '/storage/article-images/x/1_sea.jpg',
    '/storage/other/1_sea.jpg',
  ])('has nothing at %s', async (url) => {
    const response = await fetch(server.origin + url)
    expect([response.status, await response.text()]).toEqual([404, ''])
  })

  it('accepts no uploads', async () => {
    expect((await fetch(server.origin + path, { method: 'PUT', body: 'x' })).status).toBe(405)
    expect((await fetch(`${server.origin}/news`)).status).toBe(418)
  })
})
