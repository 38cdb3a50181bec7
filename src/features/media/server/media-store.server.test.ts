import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openBucket } from '#platform/files/storage.server.ts'
import { createOutbound, type Outbound } from '#platform/outbound/outbound.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { type LocalServer, startLocalServer } from '#platform/testing/local-server.ts'
import { imageKey, type MediaPath, type PageImage, WIDTHS } from '../rules/variant.ts'
import { createMediaStore, type MediaStoreOptions } from './media-store.server.ts'

const articleId = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const MINUTE = 60_000
const forever = new AbortController().signal

const jpeg = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()

let dir: string
let server: LocalServer
let outbound: Outbound
/** The image server's response, set by each test. */
let respond: RequestListener
let clock: number

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'media-'))
  respond = (_, response) => response.end(jpeg)
  server = await startLocalServer((request, response) => respond(request, response))
  outbound = createOutbound({
    allowedPrivateHosts: new Set([server.host]),
    userAgent: 'Masthead',
  })
  clock = 1_800_000_000_000
})
afterEach(async () => {
  await outbound.close()
  await server[Symbol.asyncDispose]()
  await rm(dir, { recursive: true })
})

/** A store in which every article has the image `imageUrl`. */
function storeOf(imageUrl: string | null, options: Partial<MediaStoreOptions> = {}) {
  return createMediaStore({
    dir: join(dir, 'store'),
    outbound,
    requireSpace: async () => {},
    local: { samples: join(dir, 'samples'), uploads: openBucket(join(dir, 'uploads')) },
    findImageUrl: async () => imageUrl,
    now: () => clock,
    ...options,
  })
}

const pathTo = (imageUrl: string, variant: Partial<PageImage> = {}): MediaPath => ({
  articleId,
  imageKey: imageKey(imageUrl),
  ratio: '3:2',
  width: 320,
  format: 'webp',
  ...variant,
})

describe('createMediaStore', () => {
  it('serves a resized copy of an article’s image with a strong ETag', async () => {
    const url = `${server.origin}/a.jpg`
    const served = await storeOf(url).serve(pathTo(url), forever)
    if (served.kind !== 'image') throw new Error(`It was ${served.kind}`)
    expect(served.contentType).toBe('image/webp')
    expect(served.etag).toMatch(/^"[\w-]{22}"$/)
    expect(await sharp(served.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 213 })
    const avif = await storeOf(url).serve(pathTo(url, { format: 'avif' }), forever)
    expect(avif).toMatchObject({ kind: 'image', contentType: 'image/avif' })
  })

  it.each<[name: string, refuse: RequestListener]>([
    ['status 403', (_, response) => response.writeHead(403).end()],
    ['status 401', (_, response) => response.writeHead(401).end()],
  ])('fetches an image with the address of its page after %s', async (_, refuse) => {
    const url = `${server.origin}/a.jpg`
    const page = 'https://paper.example/story?id=7'
    const referers: (string | undefined)[] = []
    respond = (request, response) => {
      referers.push(request.headers.referer)
      if (request.headers.referer === page) response.end(jpeg)
      else refuse(request, response)
    }
    const findPageUrl = async (id: string) => (id === articleId ? page : null)
    expect(await storeOf(url, { findPageUrl }).serve(pathTo(url), forever)).toMatchObject({ kind: 'image' })
    expect(referers).toEqual([undefined, page])
  })

  it('uses the home page of an image as the referer for an article without a source', async () => {
    const url = `${server.origin}/folder/a.jpg`
    respond = (request, response) =>
      request.headers.referer === `${server.origin}/` ? response.end(jpeg) : response.writeHead(403).end()
    const findPageUrl = async () => null
    expect(await storeOf(url, { findPageUrl }).serve(pathTo(url), forever)).toMatchObject({ kind: 'image' })
  })

  it('sends no referer unless the image is refused, and tries a refused one twice', async () => {
    const url = `${server.origin}/a.jpg`
    const findPageUrl = async () => 'https://paper.example/story'
    respond = (request, response) =>
      request.headers.referer === undefined ? response.end(jpeg) : response.writeHead(400).end()
    expect(await storeOf(url, { findPageUrl }).serve(pathTo(url), forever)).toMatchObject({ kind: 'image' })
    const other = `${server.origin}/b.jpg`
    respond = (_, response) => response.writeHead(403).end()
    expect(await storeOf(other, { findPageUrl }).serve(pathTo(other), forever)).toEqual({ kind: 'broken' })
    expect(server.requests).toHaveLength(3)
  })

  it('crops an upload in previews exactly as in its article', async () => {
    const uploads = join(dir, 'uploads')
    await mkdir(uploads)
    // The salient part is at the top: a crop around the middle would cut it off.
    const face = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await sharp({ create: { width: 800, height: 1200, channels: 3, background: 'grey' } })
      .composite([{ input: face, left: 300, top: 60 }])
      .jpeg()
      .toFile(join(uploads, '1_a.jpg'))
    const url = '/storage/article-images/1_a.jpg'
    const variant = { ratio: '16:9', width: 640, format: 'webp' } as const
    const inArticle = await storeOf(url).serve(pathTo(url, variant), forever)
    await rm(join(dir, 'store'), { recursive: true })
    const inPreview = await storeOf(null).serve({ upload: '1_a.jpg', ...variant }, forever)
    expect(inPreview).toEqual({ ...inArticle, isLasting: false })
    if (inPreview.kind !== 'image') throw new Error(`It was ${inPreview.kind}`)
    const { channels } = await sharp(inPreview.bytes).stats()
    expect(channels[0]?.max).toBeGreaterThan(240)
    expect(await storeOf(null).serve({ upload: '2_gone.jpg', ...variant }, forever)).toEqual({
      kind: 'broken',
    })
  })

  it('fetches the original once for concurrent requests, and never again', async () => {
    const url = `${server.origin}/a.jpg`
    const store = storeOf(url)
    const paths = WIDTHS.flatMap((width) => [pathTo(url, { width }), pathTo(url, { width })])
    const served = await Promise.all(paths.map((path) => store.serve(path, forever)))
    expect(served.map(({ kind }) => kind)).toEqual(Array(paths.length).fill('image'))
    expect(server.requests).toHaveLength(1)

    expect(await storeOf(url).serve(pathTo(url, { ratio: '1:1' }), forever)).toMatchObject({
      kind: 'image',
    })
    expect(server.requests).toHaveLength(1)
  })

  it('creates a variant once and serves the same bytes afterwards', async () => {
    const url = `${server.origin}/a.jpg`
    const [first, second] = [
      await storeOf(url).serve(pathTo(url), forever),
      await storeOf(url).serve(pathTo(url), forever),
    ]
    expect(second).toEqual(first)
  })

  it.each([
    ['no such article', null],
    ['a changed image', 'https://example.org/new.jpg'],
  ])('serves nothing and fetches nothing when there is %s', async (_, imageUrl) => {
    const old = `${server.origin}/a.jpg`
    expect(await storeOf(imageUrl).serve(pathTo(old), forever)).toEqual({ kind: 'not-found' })
    expect(server.requests).toHaveLength(0)
  })

  it('cancels a fetch without waiting requests, and does not mark the image as broken', async () => {
    const url = `${server.origin}/a.jpg`
    const store = storeOf(url)
    respond = () => {}
    const gone = new AbortController()
    const serving = store.serve(pathTo(url), gone.signal)
    await eventually(() => expect(server.requests).toHaveLength(1))
    gone.abort(new Error('the reader left'))
    await expect(serving).rejects.toThrow('the reader left')

    respond = (_, response) => response.end(jpeg)
    expect(await store.serve(pathTo(url), forever)).toMatchObject({ kind: 'image' })
  })

  it('keeps its folder within the maximum size', async () => {
    const maxDiskBytes = 100_000
    const urls = Array.from({ length: 12 }, (_, number) => `${server.origin}/${number}.jpg`)
    for (const url of urls) {
      expect(await storeOf(url, { maxDiskBytes }).serve(pathTo(url), forever)).toMatchObject({
        kind: 'image',
      })
    }
    const entries = await readdir(join(dir, 'store'), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(maxDiskBytes)
  })
})

describe('createMediaStore: broken images', () => {
  it.each<[string, RequestListener]>([
    ['is missing', (_, response) => response.writeHead(404).end('gone')],
    ['is answered with a server error', (_, response) => response.writeHead(500).end()],
    [
      'is an HTML page declared as JPEG',
      (_, response) =>
        response.writeHead(200, { 'content-type': 'image/jpeg' }).end('<!doctype html><title>No</title>'),
    ],
    [
      'is an SVG',
      (_, response) =>
        response
          .writeHead(200, { 'content-type': 'image/svg+xml' })
          .end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['ends in its header', (_, response) => response.end(jpeg.subarray(0, 100))],
    ['is larger than 15 MB', (_, response) => response.end(Buffer.concat([jpeg, Buffer.alloc(15_000_000)]))],
    [
      'redirects into a private network',
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/a.jpg' }).end(),
    ],
  ])('marks an image as broken that %s, and fetches it once', async (_, listener) => {
    respond = listener
    const url = `${server.origin}/a.jpg`
    const store = storeOf(url)
    const paths = WIDTHS.map((width) => pathTo(url, { width }))
    const served = await Promise.all(paths.map((path) => store.serve(path, forever)))
    expect(served).toEqual(paths.map(() => ({ kind: 'broken' })))
    expect(await store.serve(pathTo(url, { ratio: '1:1' }), forever)).toEqual({ kind: 'broken' })
    expect(server.requests).toHaveLength(1)
  })

  it('marks an image as broken that times out', async () => {
    respond = () => {}
    const hasty = createOutbound({
      allowedPrivateHosts: new Set([server.host]),
      userAgent: 'Masthead',
      timeouts: { connect: 10_000, total: 100 },
    })
    onTestFinished(() => hasty.close())
    const url = `${server.origin}/a.jpg`
    const store = storeOf(url, { outbound: hasty })
    expect(await store.serve(pathTo(url), forever)).toEqual({ kind: 'broken' })
    const requests = server.requests.length
    expect(await storeOf(url).serve(pathTo(url, { ratio: '1:1' }), forever)).toEqual({ kind: 'broken' })
    expect(server.requests).toHaveLength(requests)
  })

  it.each([
    'http://169.254.169.254/a.jpg',
    'http://localhost/a.jpg',
    'ftp://example.org/a.jpg',
    'a.jpg',
    '//x/a.jpg',
  ])('does not fetch %s', async (url) => {
    expect(await storeOf(url).serve(pathTo(url), forever)).toEqual({ kind: 'broken' })
  })

  it('fetches a broken image again after 10 minutes, doubling to a day, even after a restart', async () => {
    respond = (_, response) => response.writeHead(404).end()
    const url = `${server.origin}/a.jpg`
    const delays = [10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]
    await storeOf(url).serve(pathTo(url), forever)
    for (const [index, minutes] of delays.entries()) {
      clock += minutes * MINUTE - 1
      await storeOf(url).serve(pathTo(url), forever)
      expect(server.requests).toHaveLength(index + 1)
      clock += 1
      await storeOf(url).serve(pathTo(url), forever)
      expect(server.requests).toHaveLength(index + 2)
    }
  })

  it.each<[string, Buffer | string]>([
    ['missing', ''],
    ['damaged', jpeg.subarray(0, 100)],
  ])('serves an image that was %s after it is fixed, and resets the failure count', async (_, content) => {
    const url = `${server.origin}/a.jpg`
    const store = storeOf(url)
    respond = (_, response) => response.end(content)
    await store.serve(pathTo(url), forever)
    clock += 10 * MINUTE
    await store.serve(pathTo(url), forever)
    expect(server.requests).toHaveLength(2)

    clock += 20 * MINUTE
    respond = (_, response) => response.end(jpeg)
    expect(await store.serve(pathTo(url), forever)).toMatchObject({ kind: 'image' })
    const marks = await readdir(join(dir, 'store'), { recursive: true })
    expect(marks.filter((name) => name.endsWith('.broken.json'))).toEqual([])
  })

  it('stores nothing while the disk is low, fetches nothing, and continues afterwards', async () => {
    let isLow = false
    const requireSpace = async () => {
      if (isLow) throw Object.assign(new Error('The disk is almost full'), { code: 'ENOSPC' })
    }
    const known = `${server.origin}/a.jpg`
    const unknown = `${server.origin}/b.jpg`
    const store = storeOf(known, { requireSpace })
    await store.serve(pathTo(known), forever)
    const stored = await readdir(join(dir, 'store'), { recursive: true })
    isLow = true
    expect(await store.serve(pathTo(known, { width: 640 }), forever)).toMatchObject({ kind: 'image' })
    const other = storeOf(unknown, { requireSpace })
    for (let n = 0; n < 2; n += 1)
      expect(await other.serve(pathTo(unknown), forever)).toEqual({ kind: 'broken' })
    expect(await readdir(join(dir, 'store'), { recursive: true })).toEqual(stored)
    expect(server.requests).toHaveLength(1)
    isLow = false
    expect(await other.serve(pathTo(unknown), forever)).toMatchObject({ kind: 'image' })
  })

  it('ignores an unreadable marker', async () => {
    respond = (_, response) => response.writeHead(404).end()
    const url = `${server.origin}/a.jpg`
    await storeOf(url).serve(pathTo(url), forever)
    const names = await readdir(join(dir, 'store'), { recursive: true })
    const mark = names.find((name) => name.endsWith('.broken.json')) ?? ''
    await writeFile(join(dir, 'store', mark), '{"attempts":')
    expect(await storeOf(url).serve(pathTo(url), forever)).toEqual({ kind: 'broken' })
    expect(server.requests).toHaveLength(2)
  })
})

describe('createMediaStore: uploaded images', () => {
  it('are read from the disk', async () => {
    await mkdir(join(dir, 'uploads'))
    await writeFile(join(dir, 'uploads', '1700000000000_sea.jpg'), jpeg)
    const url = '/storage/article-images/1700000000000_sea.jpg'
    expect(await storeOf(url).serve(pathTo(url), forever)).toMatchObject({ kind: 'image' })
    expect(server.requests).toHaveLength(0)
  })

  it.each([
    '/storage/article-images/../secret.jpg',
    '/storage/article-images/.hidden.jpg',
    '/storage/article-images/missing.jpg',
    '/storage/secret.jpg',
  ])('are not found at %j', async (url) => {
    await mkdir(join(dir, 'uploads'))
    await writeFile(join(dir, 'secret.jpg'), jpeg)
    await writeFile(join(dir, 'uploads', '.hidden.jpg'), jpeg)
    expect(await storeOf(url).serve(pathTo(url), forever)).toEqual({ kind: 'broken' })
  })
})

describe('createMediaStore: the sample edition', () => {
  beforeEach(async () => {
    await mkdir(join(dir, 'samples', 'images'), { recursive: true })
    await writeFile(join(dir, 'samples', 'images', 'news-1.jpg'), jpeg)
    await writeFile(join(dir, 'secret.jpg'), jpeg)
    await writeFile(join(dir, 'samples', '.hidden.jpg'), jpeg)
  })

  it('reads its images from the disk', async () => {
    const url = '/samples/images/news-1.jpg'
    expect(await storeOf(url).serve(pathTo(url), forever)).toMatchObject({ kind: 'image' })
    expect(server.requests).toHaveLength(0)
  })

  it('are served when the store’s folder is not writable', async () => {
    // Not even root can create a folder here.
    await symlink(join(dir, 'nowhere', 'at', 'all'), join(dir, 'store'))
    const url = '/samples/images/news-1.jpg'
    const store = storeOf(url)
    for (const _ of ['first', 'second'])
      expect(await store.serve(pathTo(url), forever)).toMatchObject({ kind: 'image' })
  })

  it.each([
    '/samples/../secret.jpg',
    '/samples/images/../../secret.jpg',
    '/samples/..%2fsecret.jpg',
    '/samples/..\\secret.jpg',
    '/samples//secret.jpg',
    '/samples/.hidden.jpg',
    '/samples/images/news-1.jpg\0',
    '/samples/images',
    '/samples/missing.jpg',
    '/samples',
    '/secret.jpg',
  ])('finds nothing at %j', async (url) => {
    expect(await storeOf(url).serve(pathTo(url), forever)).toEqual({ kind: 'broken' })
  })
})
