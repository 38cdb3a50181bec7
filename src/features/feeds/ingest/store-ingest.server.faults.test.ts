import { afterAll, describe, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { itemDrafts } from '#features/publishing/server/item-drafts.server.ts'
import { interruptCommits } from '#platform/testing/interrupt-transaction.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { createFeed } from '../manage/server/edit-feed.server.ts'
import { type Feed, listFeeds } from '../model/feeds.server.ts'
import { items, rss } from '../testing/rss.ts'
import { readFeed } from './feed-reader-thread.server.ts'
import { type IngestResult, storeIngest } from './store-ingest.server.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const LATER = new Date('2026-11-21T13:00:00Z')
const URL = 'https://courier.example/feed'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

/** Everything that a run writes. The time of a change is that of the database. */
async function readAll() {
  const read = async (rows: string, order = '1') =>
    (await pool.query(`select ${rows} order by ${order}`)).rows
  return {
    articles: await read(
      `title, summary, source_url, item_hash, (select url from feeds where id = feed_id) as feed from articles`,
    ),
    identities: await read(
      `replace(key, (select 'feed:' || id from feeds limit 1), 'feed') as key, (select title from articles where id = article_id) from article_identities`,
    ),
    held: await read(
      `fields ->> 'title' as title, status, item_hash,
        array(select replace(key, (select 'feed:' || id from feeds limit 1), 'feed') from unnest(keys) as key order by 1) as keys from drafts join held_items on article_id = drafts.id`,
    ),
    feeds: await read(`to_jsonb(feeds) - 'id' - 'created_at' as row from feeds`),
    audit: await read(`action, subject, changes from audit_log`, '1, 2, 3'),
  }
}

function fetched(text: string, movedTo: string | null = null): IngestResult {
  const document = { bytes: Buffer.from(text), contentType: 'text/xml', url: URL, now: NOW }
  const content = readFeed(document)
  if (content.kind === 'invalid') throw new Error(content.reason)
  const headers = { etag: '"1"', lastModified: null, nextCheckAt: LATER }
  return { ...content, ...headers, detectedPublisher: null, movedTo }
}

const FIRST = rss(items(4))
const CHANGED = rss([
  ...items(3).map((item) => ({ ...item, title: `New ${item.title}` })),
  ...items(3, 'event'),
])

/** Each prepares the database and returns the result to store. */
const SCENARIOS: [string, (feed: Feed) => Promise<IngestResult>][] = [
  ['the first articles of a feed', async () => fetched(FIRST)],
  [
    'new and changed articles',
    async (feed) => {
      await storeIngest(db, feed, fetched(FIRST), { drafts: itemDrafts, now: NOW })
      return fetched(CHANGED)
    },
  ],
  [
    'new and changed articles that are held for review',
    async (feed) => {
      await pool.query(`update feeds set new_articles = 'hold'`)
      const [first, second] = items(2)
      if (!first || !second) throw new Error('There are no items')
      await storeIngest(db, feed, fetched(rss([first])), { drafts: itemDrafts, now: NOW })
      return fetched(rss([{ ...first, title: 'New' }, second]))
    },
  ],
  [
    'articles of a feed that has moved',
    async () => {
      await pool.query(`update feeds set moved_to = 'https://gazette.example/feed', moved_count = 2`)
      return fetched(FIRST, 'https://gazette.example/feed')
    },
  ],
  [
    'the end of a feed',
    async () => ({
      kind: 'failed',
      reason: 'Gone.',
      isGone: true,
      etag: null,
      lastModified: null,
      nextCheckAt: LATER,
    }),
  ],
]

describe.each(SCENARIOS)('%s', (_, prepare) => {
  async function begin() {
    await pool.query(
      'delete from drafts; delete from articles; delete from article_identities; delete from feeds; truncate audit_log',
    )
    await createFeed(db, COMMAND_LINE_ACTOR, { url: URL, title: 'Courier', category: 'News' })
    const [feed] = await listFeeds(db)
    if (!feed) throw new Error('The feed was not added')
    const result = await prepare(feed)
    return {
      before: await readAll(),
      store: () => storeIngest(db, feed, result, { drafts: itemDrafts, now: LATER }),
    }
  }

  it('are stored once, completely or not at all, if the connection is lost before or after a commit', async () => {
    const whole = await begin()
    await whole.store()
    const complete = await readAll()
    expect(complete).not.toEqual(whole.before)
    const commits = await interruptCommits(pool, {
      async prepare() {
        const { store } = await begin()
        return {
          work: store,
          async expectDone() {
            expect(await readAll()).toEqual(complete)
            await store()
            await expectStoredOnce(complete)
          },
        }
      },
      readAll,
    })
    expect(commits).toBeGreaterThan(0)
  })
})

async function expectStoredOnce(complete: Awaited<ReturnType<typeof readAll>>) {
  const { articles, identities, held } = await readAll()
  expect({ articles, identities, held }).toEqual({
    articles: complete.articles,
    identities: complete.identities,
    held: complete.held,
  })
}
