import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { openBucket } from '#platform/files/storage.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { createAdministrator } from '../testing/administrator.ts'
import { openFeedTestServer } from '../testing/feed-test-server.ts'
import { rss } from '../testing/rss.ts'
import { createSampleEdition, type SampleEditionFolder } from '../testing/sample-edition.ts'
import { isEmptySite, loadSampleEdition, removeSampleEdition } from './sample-edition.server.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const database = await createTestDatabase()
const { db, pool } = database
const by = await createAdministrator(database)
const folder = await mkdtemp(join(tmpdir(), 'uploads-'))
const uploads = openBucket(folder)
let edition: SampleEditionFolder

beforeAll(async () => {
  edition = await createSampleEdition()
})
beforeEach(async () => {
  await pool.query('delete from articles')
  await pool.query('delete from article_identities; delete from audit_log; delete from first_start_steps')
})
afterAll(async () => {
  await edition[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
  await database.drop()
})

const load = () => loadSampleEdition(db, uploads, NOW, edition.path)
const titles = async () =>
  (await pool.query('select title from articles order by title')).rows.map(({ title }) => title)

describe('loadSampleEdition', () => {
  it('creates articles with their image, breaking flag and relative publication date', async () => {
    expect(await load()).toBe(3)
    const { rows } = await pool.query('select * from articles order by title')
    expect(rows).toMatchObject([
      {
        title: 'A cup is won',
        summary: 'A cup is won, in short.',
        content: '<p>A cup is won, at length.</p>',
        author: 'A Reporter',
        category: 'Sport',
        image_url: '/samples/cup.webp',
        image_alt: 'Picture of cup',
        is_breaking: true,
        published_at: new Date('2026-11-21T10:30:00Z'),
        source_url: 'https://example.org/sample/cup',
        origin: 'sample',
        feed_id: null,
      },
      { title: 'A race is run', category: 'Sport', is_breaking: false },
      { title: 'Sleep is good', category: 'Health', image_url: '/samples/sleep.webp', is_breaking: false },
    ])
  })

  it("preserves an editor's changes to existing stories", async () => {
    await load()
    await pool.query(
      `update articles set title = 'The editor’s title', category = 'News' where title = 'A cup is won'`,
    )
    await pool.query(`delete from articles where title = 'A race is run'`)
    expect(await loadSampleEdition(db, uploads, new Date(NOW.getTime() + 3_600_000), edition.path)).toBe(0)
    expect(await titles()).toEqual(['Sleep is good', 'The editor’s title'])
  })

  it('loads no stories if one file is invalid', async () => {
    await using broken = await createSampleEdition()
    await writeFile(
      join(broken.path, 'travel.json'),
      '{"version": "https://jsonfeed.org/version/1.1", "items": [{}]}',
    )
    await expect(loadSampleEdition(db, uploads, NOW, broken.path)).rejects.toThrow()
    expect(await titles()).toEqual([])
  })

  it.each([
    ['a file without a category', 'gardening.json', /gardening\.json/],
    ['a file that is not JSON', 'money.json', /JSON/],
  ])('names the invalid file: %s', async (_, name, message) => {
    await using broken = await createSampleEdition()
    await writeFile(join(broken.path, name), 'Not JSON')
    await expect(loadSampleEdition(db, uploads, NOW, broken.path)).rejects.toThrow(message)
  })

  it('adds what its stories show to the library, and links them to one another', async () => {
    await loadSampleEdition(db, uploads, NOW)
    const { rows: files } = await pool.query('select name, width, mime from media order by name')
    expect(files).toContainEqual({ name: 'sample-garsby-arches.webp', width: 1600, mime: 'image/webp' })
    expect(files).toContainEqual({ name: 'sample-garsby-viaduct.webm', width: 640, mime: 'video/webm' })
    expect(await uploads.has('sample-garsby-viaduct.webm')).toBe(true)
    const { rows } = await pool.query(
      `select related.title from articles as story join articles as related
       on story.content like '%data-article="' || related.id || '"%'`,
    )
    expect(rows).toEqual([{ title: expect.stringContaining('a night on the train') }])
    await removeSampleEdition(db, by)
    expect((await pool.query('select from media')).rowCount).toBe(0)
  })

  it('loads nothing from an empty folder', async () => {
    const empty = join(edition.path, 'empty')
    await mkdir(empty)
    expect(await loadSampleEdition(db, uploads, NOW, empty)).toBe(0)
  })
})

describe('removeSampleEdition', () => {
  it('removes all traces, including tombstones, so that the edition can be loaded again', async () => {
    await load()
    await pool.query(`delete from articles where title = 'A race is run'`)
    expect(await removeSampleEdition(db, by)).toBe(2)
    expect((await pool.query('select from articles union all select from article_identities')).rowCount).toBe(
      0,
    )
    expect(await load()).toBe(3)
  })

  it('removes nothing else', async () => {
    await load()
    await pool.query(`insert into articles (title) values ('By hand')`)
    await pool.query(`insert into article_identities (key) values ('link:example.org/sample/of-a-feed')`)
    await removeSampleEdition(db, by)
    expect(await titles()).toEqual(['By hand'])
    expect((await pool.query('select key from article_identities')).rows).toEqual([
      { key: 'link:example.org/sample/of-a-feed' },
    ])
  })

  it('does nothing if no edition is loaded', async () => {
    expect(await removeSampleEdition(db, by)).toBe(0)
    expect((await pool.query('select from audit_log')).rowCount).toBe(0)
  })

  it('prevents later starts from loading the edition, and records the removal once', async () => {
    await load()
    expect([await removeSampleEdition(db, by), await removeSampleEdition(db, by)]).toEqual([3, 0])
    expect((await pool.query('select name from first_start_steps')).rows).toEqual([
      { name: 'sample edition' },
    ])
    expect((await pool.query('select actor_email, action, subject from audit_log')).rows).toEqual([
      { actor_email: by.email, action: 'sample-edition.remove', subject: '3 articles' },
    ])
  })
})

describe('the sample edition with feeds', () => {
  it('is not adopted by a feed with the same article URLs', async () => {
    await using testServer = await openFeedTestServer()
    await loadSampleEdition(testServer.database.db, uploads, NOW, edition.path)
    await testServer.addFeed('/a')
    testServer.publish('/a', rss([{ title: 'A real cup', link: 'https://example.org/sample/cup' }]))
    expect(await testServer.fetchNews()).toMatchObject({ created: 1 })
    expect(await removeSampleEdition(testServer.database.db, COMMAND_LINE_ACTOR)).toBe(3)
    expect(await testServer.articles()).toMatchObject([{ title: 'A real cup' }])
  })
})

describe('isEmptySite', () => {
  it('is true without articles, and false with an article of any origin', async () => {
    expect(await isEmptySite(db)).toBe(true)
    await pool.query(`insert into articles (title) values ('By hand')`)
    expect(await isEmptySite(db)).toBe(false)
  })
})
