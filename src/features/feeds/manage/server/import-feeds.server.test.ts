import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { createFeedReader } from '../../ingest/feed-reader.server.ts'
import { listFeeds } from '../../model/feeds.server.ts'
import { formatOpml } from '../../parse/opml.ts'
import { createAdministrator } from '../../testing/administrator.ts'
import { createFeed } from './edit-feed.server.ts'
import { importFeeds } from './import-feeds.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const by = await createAdministrator(database)
/** Shared, since starting a thread for each import takes most of the time. */
const reader = createFeedReader()
const openReader = () => ({ ...reader, close: async () => {} })
afterAll(() => Promise.all([database.drop(), reader.close()]))
beforeEach(() => emptyTables(pool, 'feeds', 'articles', 'article_identities', 'audit_log'))

const list = (body: string) => `<?xml version="1.0"?><opml version="2.0"><head/><body>${body}</body></opml>`
const outline = (name: string) => `<outline text="${name}" xmlUrl="https://${name}.example/feed"/>`

const importOpml = (opml: string) => importFeeds(db, by, opml, openReader)

describe('importFeeds', () => {
  it('returns the added, existing and rejected feeds, and records the import once', async () => {
    await createFeed(db, by, { url: 'https://b.example/feed', category: 'Money', title: 'Ours' })
    const opml = list(
      `<outline text="Sport">${outline('a')}</outline>${outline('b')}${outline('c')}` +
        '<outline text="d" xmlUrl="ftp://d.example"/><outline text="e" xmlUrl="https://me:pw@e.example/"/>',
    )
    expect(await importOpml(opml)).toEqual({
      kind: 'imported',
      added: [
        { url: 'https://a.example/feed', title: 'a' },
        { url: 'https://c.example/feed', title: 'c' },
      ],
      known: [{ url: 'https://b.example/feed', title: 'b' }],
      rejected: [
        { url: 'ftp://d.example', title: 'd', reason: 'This is not an http or https address.' },
        {
          url: 'https://me:pw@e.example/',
          title: 'e',
          reason: 'Addresses with a user name or password are not supported.',
        },
      ],
    })
    expect(await listFeeds(db)).toMatchObject([
      { category: 'Money', title: 'Ours' },
      { category: 'News', title: 'c' },
      { category: 'Sport', title: 'a' },
    ])
    const { rows } = await pool.query('select action, subject, changes from audit_log order by id')
    expect(rows.slice(1)).toEqual([
      {
        action: 'feed.import',
        subject: '2 feeds',
        changes: { feeds: { from: null, to: 'https://a.example/feed\nhttps://c.example/feed' } },
      },
    ])
  })

  it('restores the settings of an export, and records which feeds have full text and are held for review', async () => {
    const wanted = {
      title: 'A',
      publisher: 'The A',
      category: 'Sport',
      fullText: true,
      newArticles: 'hold',
    } as const
    await createFeed(db, by, { url: 'https://a.example/feed', ...wanted })
    await createFeed(db, by, { url: 'https://b.example/feed', title: 'B', category: 'News' })
    const opml = formatOpml(await listFeeds(db), new Date())
    await emptyTables(pool, 'feeds', 'audit_log')
    await importOpml(opml)
    expect(await listFeeds(db)).toMatchObject([{ title: 'B', fullText: false }, wanted])
    const { rows } = await pool.query('select changes from audit_log')
    expect(rows).toMatchObject([
      {
        changes: {
          fullText: { from: null, to: 'https://a.example/feed' },
          heldForReview: { from: null, to: 'https://a.example/feed' },
        },
      },
    ])
  })

  it('finds every feed existing when an export is imported again', async () => {
    await importOpml(list(outline('a') + outline('b')))
    const again = await importOpml(formatOpml(await listFeeds(db), new Date()))
    expect(again).toMatchObject({ added: [], known: { length: 2 }, rejected: [] })
    expect((await pool.query('select from audit_log')).rowCount).toBe(1)
  })

  it('adds each feed once when lists are imported concurrently in different orders', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const reports = await Promise.all(
      [names, names.toReversed()].map((order) => importOpml(list(order.map(outline).join('')))),
    )
    const counts = reports.map((report) => (report.kind === 'imported' ? report.added.length : -1))
    expect(counts.sort()).toEqual([0, 6])
  })

  it('returns the reason for rejecting a document, and adds nothing', async () => {
    const opml = list('<outline text="a">'.repeat(50_000))
    expect(await importOpml(opml)).toEqual({
      kind: 'invalid',
      reason: 'The OPML file is broken or incomplete.',
    })
    expect(await importFeeds(db, by, ' '.repeat(1_000_001))).toEqual({
      kind: 'invalid',
      reason: 'The file is larger than 1 MB.',
    })
    expect(await listFeeds(db)).toEqual([])
  })
})
