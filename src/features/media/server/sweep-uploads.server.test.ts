import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#kernel/time/durations.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { sweepUploads } from './sweep-uploads.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const dir = await mkdtemp(join(tmpdir(), 'uploads-'))
const bucket = openBucket(join(dir, 'bucket'))
const now = new Date('2026-11-21T12:00:00Z')

beforeEach(async () => {
  await emptyTables(pool, 'articles', 'deleted_articles', 'newsletter_campaigns', 'authors', 'topics')
  await rm(join(dir, 'bucket'), { recursive: true, force: true })
})
afterAll(async () => {
  await rm(dir, { recursive: true })
  await database.drop()
})

async function upload(name: string, daysAgo: number) {
  await bucket.put(name, Buffer.from('image'))
  const at = new Date(now.getTime() - daysAgo * DAY_MS)
  await utimes(join(dir, 'bucket', name), at, at)
}

it('deletes unused images after 30 days', async () => {
  await upload('1_old.jpg', 31)
  await upload('2_new.jpg', 29)
  expect(await sweepUploads(db, bucket, now)).toBe(1)
  expect(await bucket.read('1_old.jpg')).toBeNull()
  expect(await bucket.read('2_new.jpg')).not.toBeNull()
})

it('does nothing without uploads', async () => {
  expect(await sweepUploads(db, bucket, now)).toBe(0)
})

it.each([
  ['an article’s image', `insert into articles (title, image_url) values ('A', $1)`],
  [
    'an article’s image with an absolute URL',
    `insert into articles (title, image_url) values ('A', 'https://paper.example' || $1)`,
  ],
  [
    'in an article’s text',
    `insert into articles (title, content) values ('A', '<a href="' || $1 || '">B</a>')`,
  ],
  [
    'named at the end of a sentence',
    `insert into articles (title, summary) values ('A', 'See ' || $1 || '.')`,
  ],
  [
    'an image of a restorable article',
    `insert into deleted_articles (id, row, keys)
     values (gen_random_uuid(), jsonb_build_object('image_url', $1::text), '{}')`,
  ],
  [
    'an image in a static page',
    `insert into site_settings (setting_name, setting_value) values ('contact_page', '<img src="' || $1 || '">')
     on conflict (setting_name) do update set setting_value = excluded.setting_value`,
  ],
  [
    'an image in a campaign',
    `insert into newsletter_campaigns (template, subject, html, text)
     values ('announcement', 'A', '<img src="' || $1 || '">', '')`,
  ],
  [
    'the portrait of a person',
    `insert into authors (id, slug, name, image_url) values (gen_random_uuid(), 'a', 'A', $1)`,
  ],
  [
    'the image of a topic',
    `insert into topics (id, slug, name, image_url) values (gen_random_uuid(), 'a', 'A', $1)`,
  ],
])('keeps %s', async (_, store) => {
  await upload('1_used.jpg', 400)
  await upload('1_used.jpg.webp', 400)
  await pool.query(store, ['/storage/article-images/1_used.jpg'])
  expect(await sweepUploads(db, bucket, now)).toBe(1)
  expect(await bucket.read('1_used.jpg')).not.toBeNull()
  await pool.query(`delete from site_settings where setting_name = 'contact_page'`)
})

it('keeps unused images of the library, and deletes files that were replaced', async () => {
  for (const name of ['1_first.jpg', '2_replacement.jpg']) await upload(name, 400)
  await pool.query(
    `insert into articles (title, image_url) values ('A', '/storage/article-images/1_first.jpg')`,
  )
  await pool.query(
    `insert into media (id, name, file, mime, bytes, width, height, perceptual_hash)
     values (gen_random_uuid(), '1_first.jpg', '2_replacement.jpg', 'image/jpeg', 1, 1, 1, 0)`,
  )
  expect(await sweepUploads(db, bucket, now)).toBe(1)
  expect(await bucket.has('2_replacement.jpg')).toBe(true)
  await pool.query('delete from articles')
  expect(await sweepUploads(db, bucket, now)).toBe(0)
  await pool.query('delete from media')
})
