import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { servedLook } from '#kernel/look.ts'
import { setDatabase } from '#platform/database/db.server.ts'
import { startLocalServer } from '#platform/testing/local-server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { DEFAULT_LOOK, type ImageKind, type Look } from '../rules/look.ts'
import { loadLook } from './load-look.server.ts'
import { handleLookFile } from './look-handler.server.ts'
import { storeLookImage } from './look-images.server.ts'
import { publishLook, saveLookDraft } from './looks.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
setDatabase(database)
const server = await startLocalServer(async (request, response) => {
  if (!(await handleLookFile((request.url ?? '').split('?', 1)[0] ?? '', request, response)))
    response.writeHead(418).end()
})
afterAll(async () => {
  await pool.query('delete from looks')
  await loadLook(db)
  setDatabase(undefined)
  await server[Symbol.asyncDispose]()
  await database.drop()
})

const get = (path: string, init?: RequestInit) => fetch(server.origin + path, init)
const statusOf = async (path: string) => (await get(path)).status

async function store(kind: ImageKind, width: number, height: number) {
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const stored = await storeLookImage(db, kind, bytes, new Date())
  if (stored.kind === 'rejected') throw new Error(stored.reason)
  return stored.image
}

async function publish(look: Look) {
  const saved = await saveLookDraft(db, COMMAND_LINE_ACTOR, { look, version: '' }, new Date())
  if (saved.kind !== 'saved') throw new Error(saved.kind)
  await publishLook(db, COMMAND_LINE_ACTOR, { id: randomUUID(), version: saved.version }, new Date())
  await loadLook(db)
}

it('leaves the default icons and share image to the files of the build', async () => {
  for (const path of ['/favicon.ico', '/favicon.png', '/social-share-default.jpg', '/look/x.png', '/looks'])
    expect(await statusOf(path), path).toBe(418)
  expect(await (await get('/look.css')).text()).toBe('')
})

describe('with a published look', () => {
  beforeAll(async () => {
    const [wordmark, icon] = [await store('wordmark', 400, 80), await store('icon', 200, 200)]
    await publish({ ...DEFAULT_LOOK, accent: '#0b4a33', wordmark, icon })
  })

  it('serves its icons at the default addresses', async () => {
    for (const [path, type] of [
      ['/favicon.ico', 'image/x-icon'],
      ['/favicon.png', 'image/png'],
      ['/apple-touch-icon.png', 'image/png'],
      ['/icon-192.png', 'image/png'],
      ['/icon-maskable-512.png', 'image/png'],
    ]) {
      const response = await get(path ?? '')
      expect(response.headers.get('content-type'), path).toBe(type)
      const etag = response.headers.get('etag') ?? ''
      expect((await get(path ?? '', { headers: { 'if-none-match': etag } })).status).toBe(304)
    }
  })

  it('serves its images forever, without a query for each reader', async () => {
    const path = servedLook().wordmark?.path
    await pool.query('alter table look_files rename to hidden')
    onTestFinished(async () => {
      await pool.query('alter table hidden rename to look_files')
    })
    for (const format of ['avif', 'png']) {
      const response = await get(`${path}.${format}`)
      expect(response.headers.get('content-type')).toBe(`image/${format}`)
      expect(response.headers.get('cache-control')).toContain('immutable')
    }
  })

  it('serves no image that does not exist, and nothing to other methods', async () => {
    expect(await statusOf(`/look/${'0'.repeat(64)}/wordmark.png`)).toBe(404)
    expect((await get(`${servedLook().wordmark?.path}.png`, { method: 'POST' })).status).toBe(405)
  })

  it('draws the share image with its wordmark and colour', async () => {
    const image = sharp(Buffer.from(await (await get('/social-share-default.jpg')).arrayBuffer()))
    expect(await image.metadata()).toMatchObject({ format: 'jpeg', width: 1_200, height: 630 })
    const colourAt = async (left: number, top: number) => [
      ...(await image.clone().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
    ]
    const [red = 0, green = 0, blue = 0] = await colourAt(5, 5)
    expect(Math.abs(red - 0x0b) + Math.abs(green - 0x4a) + Math.abs(blue - 0x33)).toBeLessThan(12)
    expect(Math.min(...(await colourAt(600, 315)))).toBeGreaterThan(240)
  })
})
