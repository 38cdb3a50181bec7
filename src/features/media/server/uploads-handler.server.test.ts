import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openBucket } from '#platform/storage.server.ts'
import { type LocalServer, startLocalServer } from '#platform/testing/local-server.ts'
import { handleUploads } from './media-handler.server.ts'

const path = '/storage/article-images/1_sea.jpg'
let dir: string
let server: LocalServer

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'uploads-'))
  for (const name of ['1_sea.jpg', 'note.svg', 'note.html', '.hidden.jpg'])
    await writeFile(join(dir, name), 'bytes')
  server = await startLocalServer(async (request, response) => {
    if (!(await handleUploads(openBucket(dir), request, response))) response.writeHead(418).end()
  })
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

it('serves an immutable image that cannot run scripts', async () => {
  const response = await fetch(server.origin + path)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': '5',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
  })
  expect(await response.text()).toBe('bytes')
  const etag = response.headers.get('etag') ?? ''
  expect((await fetch(server.origin + path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const head = await fetch(server.origin + path, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '5', ''])
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
