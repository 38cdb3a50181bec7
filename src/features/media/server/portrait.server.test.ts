import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { openBucket } from '#platform/files/storage.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { WHOLE_IMAGE } from '../rules/portrait.ts'
import { deletePortrait, removePortraitFile, storePortrait } from './portrait.server.ts'
import { sweepUploads } from './sweep-uploads.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const dir = await mkdtemp(join(tmpdir(), 'portraits-'))
const bucket = openBucket(join(dir, 'uploads'))
const store = { db, bucket }
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true })
})

const ann = { id: '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11', email: 'ann@example.org', fullName: 'Ann' }
beforeEach(async () => {
  await pool.query('delete from users; delete from audit_log')
  await pool.query('insert into users (id, full_name, email) values ($1, $2, $3)', [
    ...[ann.id, ann.fullName, ann.email],
  ])
})

/** Red at the left, blue at the right. */
async function photo(orientation = 1): Promise<string> {
  const path = join(dir, 'photo')
  const half = { width: 200, height: 200, channels: 3 as const }
  const blue = await sharp({ create: { ...half, background: 'blue' } })
    .png()
    .toBuffer()
  const bytes = await sharp({ create: { ...half, width: 400, background: 'red' } })
    .composite([{ input: blue, left: 200, top: 0 }])
    .jpeg()
    .withMetadata({ orientation })
    .toBuffer()
  await writeFile(path, bytes)
  return path
}

async function colourOf(url: string): Promise<string> {
  const bytes = await bucket.read(url.split('/').at(-1) ?? '')
  const { dominant } = await sharp(bytes ?? undefined).stats()
  return dominant.r > dominant.b ? 'red' : 'blue'
}

const stored = async () => (await pool.query('select avatar_url as url from users')).rows[0].url
const files = () => readdir(join(dir, 'uploads'))

it('stores the chosen square without metadata, replaces the former file, and records it', async () => {
  const first = await storePortrait(store, ann, { path: await photo(), crop: { x: 0, y: 0, side: 1 } })
  if (first.kind === 'rejected') throw new Error(first.reason)
  expect(first.url).toMatch(/^\/storage\/article-images\/portrait-[\da-f-]{36}\.webp$/)
  expect(await stored()).toBe(first.url)
  expect(await colourOf(first.url)).toBe('red')
  const bytes = (await bucket.read(first.url.split('/').at(-1) ?? '')) ?? undefined
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 256, height: 256, format: 'webp' })
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()

  const second = await storePortrait(store, ann, { path: await photo(), crop: { x: 1, y: 0, side: 1 } })
  if (second.kind === 'rejected') throw new Error(second.reason)
  expect(await colourOf(second.url)).toBe('blue')
  expect(await files()).toEqual([second.url.split('/').at(-1)])
  const { rows } = await pool.query('select action, actor_email, subject, changes from audit_log order by id')
  expect(rows.at(-1)).toEqual({
    action: 'user.portrait',
    actor_email: ann.email,
    subject: 'Ann',
    changes: { portrait: { from: first.url, to: second.url } },
  })

  // Old files are deleted unless they are used.
  const later = new Date(Date.now() + 40 * 86_400_000)
  expect(await sweepUploads(db, bucket, later)).toBe(0)
  await deletePortrait(store, ann)
  expect(await stored()).toBe(null)
  expect(await files()).toEqual([])
})

it('applies the orientation of a camera before the square', async () => {
  // Turned by half, so that blue is at the left.
  const turned = await storePortrait(store, ann, { path: await photo(3), crop: { x: 0, y: 0, side: 1 } })
  expect(turned.kind === 'stored' && (await colourOf(turned.url))).toBe('blue')
  await deletePortrait(store, ann)
})

it('rejects what is no image, and keeps the former portrait', async () => {
  await storePortrait(store, ann, { path: await photo(), crop: WHOLE_IMAGE })
  const path = join(dir, 'text')
  await writeFile(path, 'No image')
  expect(await storePortrait(store, ann, { path, crop: WHOLE_IMAGE })).toMatchObject({ kind: 'rejected' })
  expect(await files()).toHaveLength(1)
  expect(await stored()).toContain('portrait-')
  await deletePortrait(store, ann)
})

it('stores no portrait if the account is removed during the upload', async () => {
  await pool.query('update users set banned = true, removed_at = now()')
  expect(await storePortrait(store, ann, { path: await photo(), crop: WHOLE_IMAGE })).toEqual({
    kind: 'rejected',
    reason: 'This account no longer exists.',
  })
  expect(await stored()).toBe(null)
  expect(await files()).toEqual([])
})

it('replaces and deletes portraits whose file cannot be deleted', async () => {
  const failing = { ...bucket, remove: () => Promise.reject(new Error('The disk is read-only')) }
  const first = await storePortrait(store, ann, { path: await photo(), crop: WHOLE_IMAGE })
  const second = await storePortrait({ db, bucket: failing }, ann, { path: await photo(), crop: WHOLE_IMAGE })
  expect(second.kind).toBe('stored')
  await deletePortrait({ db, bucket: failing }, ann)
  expect(await stored()).toBe(null)
  for (const one of [first, second]) await removePortraitFile(one.kind === 'stored' ? one.url : null, bucket)
  expect(await files()).toEqual([])
})

it('deletes no images that articles may use', async () => {
  await bucket.put('1764320000000_tea.jpg', Buffer.from('image'))
  await removePortraitFile('/storage/article-images/1764320000000_tea.jpg', bucket)
  await removePortraitFile('https://example.org/portrait-1.webp', bucket)
  await removePortraitFile(null, bucket)
  expect(await files()).toEqual(['1764320000000_tea.jpg'])
})
