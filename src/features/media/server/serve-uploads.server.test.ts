import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBucket } from '#platform/files/storage.server.ts'
import { type LocalServer, startLocalServer } from '#platform/testing/local-server.ts'
import { handleUploads } from './serve-uploads.server.ts'
import type { UploadAudience } from './upload-audience.server.ts'

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
    await writeFile(join(dir, '4_talk.mp4'), '0123456789')
    const uploads = {
      bucket: openBucket(dir),
      findFile: async (name: string) => (name === '3_replaced.jpg' ? '1_sea.jpg' : name),
      findCaptions: async (name: string) => (name === '4_talk.mp4' ? 'WEBVTT\n' : ''),
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

  const video = '/storage/article-images/4_talk.mp4'

  it.each<[Record<string, string>, number, string, string | null]>([
    [{}, 200, '0123456789', null],
    [{ range: 'bytes=2-4' }, 206, '234', 'bytes 2-4/10'],
    [{ range: 'bytes=7-' }, 206, '789', 'bytes 7-9/10'],
    [{ range: 'bytes=-2' }, 206, '89', 'bytes 8-9/10'],
    [{ range: 'bytes=10-' }, 416, '', 'bytes */10'],
    [{ range: 'bytes=0-1,4-5' }, 200, '0123456789', null],
    [{ range: 'bytes=2-4', 'if-range': '"4_talk.mp4"' }, 206, '234', 'bytes 2-4/10'],
    [{ range: 'bytes=2-4', 'if-range': '"3_former.mp4"' }, 200, '0123456789', null],
    [{ range: 'bytes=2-4', 'if-range': 'Sat, 21 Nov 2026 12:00:00 GMT' }, 200, '0123456789', null],
    [{ range: 'bytes=2-4', 'if-none-match': '"4_talk.mp4"' }, 304, '', null],
  ])('responds to %j with status %i', async (headers, status, body, range) => {
    const response = await fetch(server.origin + video, { headers })
    expect([response.status, await response.text()]).toEqual([status, body])
    expect(response.headers.get('content-range')).toBe(range)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      etag: '"4_talk.mp4"',
      'x-content-type-options': 'nosniff',
      ...(body && { 'content-type': 'video/mp4', 'content-length': String(body.length) }),
    })
  })

  it('stops reading when the client disconnects', async () => {
    await writeFile(join(dir, '5_film.webm'), Buffer.alloc(50_000_000))
    const leave = new AbortController()
    const response = await fetch(`${server.origin}/storage/article-images/5_film.webm`, {
      signal: leave.signal,
    })
    expect(response.headers.get('content-type')).toBe('video/webm')
    leave.abort()
    await expect(response.arrayBuffer()).rejects.toThrow(/abort/)
    expect((await fetch(server.origin + video)).status).toBe(200)
  })

  it('serves captions as text/vtt to those who may see the video', async () => {
    const response = await fetch(`${server.origin}${video}.vtt`)
    expect([response.status, await response.text()]).toEqual([200, 'WEBVTT\n'])
    expect(response.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    expect((await fetch(`${server.origin}${path}.vtt`)).status).toBe(404)
    audience = 'nobody'
    expect((await fetch(`${server.origin}${video}.vtt`)).status).toBe(404)
  })
})
