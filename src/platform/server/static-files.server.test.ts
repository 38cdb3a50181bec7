import { mkdir, mkdtemp, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSite, type TestSite } from '#platform/testing/test-site.ts'
import { openStaticFiles } from './static-files.server.ts'

const FILES = {
  'client/assets/app-1a2b.js': 'plain script',
  'client/assets/app-1a2b.js.br': 'brotli bytes',
  'client/assets/app-1a2b.js.gz': 'gzip bytes',
  'client/assets/only-gzip.css': 'plain style',
  'client/assets/only-gzip.css.gz': 'gzip style',
  'client/favicon.png': 'an image',
  'client/favicon.svg': '<svg/>',
  'client/archive.gz': 'a file of its own',
  'client/font.unknown': 'bytes',
  'client/removed.txt': 'soon gone',
  'secret.txt': 'secret',
}

let folder: string
let site: TestSite
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'masthead-static-'))
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  await symlink(join(folder, 'secret.txt'), join(folder, 'client', 'link.txt'))
  const files = await openStaticFiles(join(folder, 'client'))
  await unlink(join(folder, 'client', 'removed.txt'))
  site = await startTestSite(async () => new Response('from the application', { status: 404 }), {
    handlers: [(path, request, response) => files.serve(path, request, response)],
  })
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

describe('static files', () => {
  it.each([
    ['/assets/app-1a2b.js', 'br, gzip', 'br', 'brotli bytes'],
    ['/assets/app-1a2b.js', 'gzip', 'gzip', 'gzip bytes'],
    ['/assets/app-1a2b.js', '', undefined, 'plain script'],
    ['/assets/only-gzip.css', 'gzip', 'gzip', 'gzip style'],
    ['/assets/only-gzip.css', 'br', undefined, 'plain style'],
    ['/favicon.png', 'br', undefined, 'an image'],
    ['/archive.gz', 'gzip', undefined, 'a file of its own'],
  ])('sends %s for Accept-Encoding %j', async (path, accepted, encoding, text) => {
    const { status, headers, body } = await site.send(path, { headers: { 'accept-encoding': accepted } })
    expect([status, headers['content-encoding'], body.toString()]).toEqual([200, encoding, text])
    expect(headers).toMatchObject({ 'content-length': String(text.length), vary: 'Accept-Encoding' })
  })

  it.each([
    ['/assets/app-1a2b.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/only-gzip.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/favicon.png', 'image/png', 'public, max-age=3600'],
    ['/favicon.svg', 'image/svg+xml; charset=utf-8', 'public, max-age=3600'],
    ['/font.unknown', 'application/octet-stream', 'public, max-age=3600'],
  ])('sets Content-Type and Cache-Control of %s', async (path, type, cacheControl) => {
    expect((await site.send(path)).headers).toMatchObject({
      'content-type': type,
      'cache-control': cacheControl,
      'x-content-type-options': 'nosniff',
    })
  })

  it('responds to HEAD without a body', async () => {
    const { status, headers, body } = await site.send('/favicon.png', { method: 'HEAD' })
    expect([status, headers['content-length'], body.length]).toEqual([200, '8', 0])
  })

  it.each([
    (etag: string) => etag,
    (etag: string) => `"x", ${etag}`,
    (etag: string) => etag.slice(2),
    () => '*',
  ])('is 304 when the ETag matches (%s)', async (validator) => {
    const { etag = '' } = (await site.send('/favicon.png')).headers
    const { status, body } = await site.send('/favicon.png', {
      headers: { 'if-none-match': validator(etag) },
    })
    expect([status, body.length]).toEqual([304, 0])
  })

  it('has a different ETag for each file', async () => {
    const [one, other] = await Promise.all([site.send('/favicon.png'), site.send('/font.unknown')])
    const { status } = await site.send('/favicon.png', {
      headers: { 'if-none-match': other.headers.etag ?? '' },
    })
    expect(one.headers.etag).not.toBe(other.headers.etag)
    expect(status).toBe(200)
  })

  it.each([
    '/secret.txt',
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/link.txt',
    '/assets',
    '/assets/app-1a2b.js.br',
    '/Favicon.png',
  ])('serves no file at %s', async (path) => {
    const { status, body } = await site.send(path)
    expect([status, body.toString()]).toEqual([404, 'from the application'])
  })

  it.each(['/assets/', '/assets/app-1a2b.js/'])(
    'redirects %s to the address without the last slash',
    async (path) => {
      const { status, headers } = await site.send(path)
      expect([status, headers.location]).toEqual([308, path.slice(0, -1)])
    },
  )

  it('responds only to GET and HEAD', async () => {
    expect((await site.send('/favicon.png', { method: 'POST', body: 'x' })).status).toBe(405)
  })

  it('closes the connection when a file is missing, and still serves the others', async () => {
    await expect(site.send('/removed.txt')).rejects.toThrow()
    expect((await site.send('/favicon.png')).status).toBe(200)
  })

  it('are disabled without a folder', async () => {
    const files = await openStaticFiles(join(folder, 'nowhere'))
    await using empty = await startTestSite(async () => new Response('from the application'), {
      handlers: [(path, request, response) => files.serve(path, request, response)],
    })
    expect((await empty.send('/favicon.png')).body.toString()).toBe('from the application')
  })
})
