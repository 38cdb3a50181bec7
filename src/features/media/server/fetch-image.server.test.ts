import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Account } from '#features/access/rules/access.ts'
import { createOutbound } from '#platform/outbound/outbound.server.ts'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { openLibrary } from '../testing/library-fixture.ts'
import { createImageFetcher } from './fetch-image.server.ts'

const { db, pool, bucket, dir, addAccount } = await openLibrary()
const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()
const requests: { path: string; referer: string | undefined }[] = []
const server = await startLocalServer((request, response) => {
  const path = request.url ?? ''
  const { referer } = request.headers
  requests.push({ path, referer })
  if (path === '/wall.jpg' || (path === '/protected.jpg' && referer)) response.end(jpeg)
  else if (path === '/protected.jpg') response.writeHead(403).end()
  else if (path === '/page.html') response.end('<title>Page</title>')
  else if (path === '/drawing.svg') response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')
  else if (path === '/large.jpg') response.end(Buffer.alloc(20_000_001))
  else if (path === '/inside') response.writeHead(302, { location: 'http://127.0.0.2:1/a.jpg' }).end()
  else if (path !== '/slow.jpg') response.writeHead(404).end()
})
const outbound = createOutbound({ allowedPrivateHosts: new Set([server.host]), userAgent: 'Test' })
afterAll(async () => {
  await outbound.close()
  await server[Symbol.asyncDispose]()
})

let by: Account
const ID = '00000000-0000-4000-8000-00000000000a'
const receiving = join(dir, 'receiving')
const options = { db, outbound, bucket, dir: receiving, requireSpace: async () => {} }
const fetchImage = (path: string, id = ID, fetcher = createImageFetcher(options)) =>
  fetcher.fetch(by, { id, address: path.startsWith('/') ? server.origin + path : path }, new Date())

beforeEach(async () => {
  requests.length = 0
  by = await addAccount('contributor')
})

it('adds the image to the library once, with its address as source', async () => {
  const first = await fetchImage('/wall.jpg')
  expect(first).toMatchObject({
    kind: 'stored',
    image: { id: ID, width: 60, height: 40, source: `${server.origin}/wall.jpg` },
  })
  expect(first.kind === 'stored' && first.image.name).toMatch(/^\d+_wall\.jpg$/)
  expect(await fetchImage('/wall.jpg')).toEqual(first)
  expect(requests).toHaveLength(1)
  expect(await readdir(receiving)).toEqual([])
})

it('names its own page to servers that require one', async () => {
  expect(await fetchImage('/protected.jpg')).toMatchObject({ kind: 'stored' })
  expect(requests.map(({ referer }) => referer)).toEqual([undefined, `${server.origin}/`])
})

it.each([
  ['/missing.jpg', 'The server responded with status 404.'],
  [
    '/page.html',
    'The address does not lead to an image in a supported format (JPEG, PNG, WebP, AVIF, GIF or HEIC).',
  ],
  [
    '/drawing.svg',
    'The address does not lead to an image in a supported format (JPEG, PNG, WebP, AVIF, GIF or HEIC).',
  ],
  ['/large.jpg', expect.stringMatching(/large|MB|bytes/i)],
  ['/inside', expect.stringMatching(/private|not allowed|local/i)],
  ['http://127.0.0.2:1/a.jpg', expect.stringMatching(/private|not allowed|local/i)],
  ['file:///etc/passwd', expect.any(String)],
  ['data:image/png;base64,AA', expect.any(String)],
])('refuses %s: %s', async (address, reason) => {
  expect(await fetchImage(address)).toEqual({ kind: 'refused', reason })
  const { rows } = await pool.query('select from media')
  expect(rows).toEqual([])
})

it('does not wait for a slow server', async () => {
  const fetcher = createImageFetcher({ ...options, timeoutMs: 50 })
  expect(await fetchImage('/slow.jpg', ID, fetcher)).toEqual({
    kind: 'refused',
    reason: 'The server did not respond in time.',
  })
})

it('limits how many images a person adds', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 130 }, (_, index) =>
      fetchImage('/missing.jpg', `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`),
    ),
  )
  const limited = outcomes.filter(
    ({ kind, ...rest }) => kind === 'refused' && JSON.stringify(rest).includes('120 files'),
  )
  expect(limited).toHaveLength(10)
})
