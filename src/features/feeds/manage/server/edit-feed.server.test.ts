import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import type { FeedFields } from '../../model/feed-form.ts'
import { type Feed, listDueFeeds, listFeeds, listFeedsWithHealth } from '../../model/feeds.server.ts'
import { createAdministrator } from '../../testing/administrator.ts'
import { createFeed, deleteFeed, setFeedEnabled, updateFeed } from './edit-feed.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const by = await createAdministrator(database)
afterAll(() => database.drop())

const COURIER: FeedFields = {
  url: 'https://courier.example/feed',
  title: 'The Courier',
  publisher: '',
  category: 'News',
  fullText: false,
  newArticles: 'publish',
}
const NOBODYS = '00000000-0000-4000-8000-000000000000'

let feed: Feed
beforeEach(async () => {
  await emptyTables(pool, 'feeds', 'articles', 'article_identities', 'audit_log')
  const added = await createFeed(db, by, COURIER)
  if (added.kind !== 'added') throw new Error('It was not added')
  feed = added.feed
})

const audit = async () =>
  (await pool.query('select action, subject_id, subject, changes, actor_email from audit_log order by id'))
    .rows
const update = (typed: Partial<FeedFields>, base = COURIER) =>
  updateFeed(db, by, { id: feed.id, base, typed: { ...base, ...typed } })
const stored = async () => (await listFeeds(db)).find(({ id }) => id === feed.id)

describe('createFeed', () => {
  it('records the added feed and its author', async () => {
    expect(await audit()).toEqual([
      {
        action: 'feed.create',
        actor_email: by.email,
        subject_id: feed.id,
        subject: 'The Courier',
        changes: {
          url: { from: null, to: COURIER.url },
          title: { from: null, to: 'The Courier' },
          publisher: { from: null, to: '' },
          category: { from: null, to: 'News' },
          fullText: { from: null, to: false },
          newArticles: { from: null, to: 'publish' },
        },
      },
    ])
  })

  it('adds a feed that is due at once', async () => {
    expect(await listDueFeeds(db, new Date(Date.now() + 60_000))).toMatchObject([
      { ...COURIER, enabled: true },
    ])
  })

  it.each([
    ['surrounding white space', `  ${COURIER.url}\n`],
    ['a fragment', `${COURIER.url}#top`],
    ['capital letters in scheme and host', 'HTTPS://Courier.Example/feed'],
    ['its default port', 'https://courier.example:443/feed'],
  ])('recognises a known URL with %s, and leaves the feed unchanged', async (_, url) => {
    expect(await createFeed(db, by, { url, title: 'Other', category: 'Sport' })).toMatchObject({
      kind: 'known',
      feed,
    })
    expect(await listFeeds(db)).toHaveLength(1)
    expect(await audit()).toHaveLength(1)
  })

  it('adds and records a feed once when it is added concurrently', async () => {
    const url = 'https://b.example/feed'
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => createFeed(db, by, { ...COURIER, url })),
    )
    expect(outcomes.filter(({ kind }) => kind === 'added')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'known')).toHaveLength(7)
    expect(await audit()).toHaveLength(2)
  })

  it.each([
    ['text that is not a URL', 'courier'],
    ['an empty address', ''],
    ['a file', 'file:///etc/passwd'],
    ['script', 'javascript:alert(1)'],
    ['an address with a password', 'https://me:secret@courier.example/feed'],
    ['an address too long for the index', `https://courier.example/${'a'.repeat(2_050)}`],
  ])('rejects %s', async (_, url) => {
    expect(await createFeed(db, by, { ...COURIER, url })).toMatchObject({ kind: 'rejected' })
    expect(await listFeeds(db)).toHaveLength(1)
    expect(await audit()).toHaveLength(1)
  })
})

describe('updateFeed', () => {
  it('saves and records the changes', async () => {
    expect(await update({ title: ' Courier ', category: 'Sport' })).toMatchObject({
      kind: 'saved',
      feed: { title: 'Courier', category: 'Sport', url: COURIER.url },
    })
    expect((await audit())[1]).toMatchObject({
      action: 'feed.update',
      subject_id: feed.id,
      changes: { title: { from: 'The Courier', to: 'Courier' }, category: { from: 'News', to: 'Sport' } },
    })
  })

  it('records that full text was turned on and off', async () => {
    expect(await update({ fullText: true })).toMatchObject({ kind: 'saved', feed: { fullText: true } })
    expect(await update({ fullText: false }, { ...COURIER, fullText: true })).toMatchObject({ kind: 'saved' })
    expect((await audit()).slice(1).map(({ changes }) => changes)).toEqual([
      { fullText: { from: false, to: true } },
      { fullText: { from: true, to: false } },
    ])
  })

  it('records that new articles are held for review', async () => {
    expect(await update({ newArticles: 'hold' })).toMatchObject({
      kind: 'saved',
      feed: { newArticles: 'hold' },
    })
    expect((await audit())[1]).toMatchObject({
      action: 'feed.update',
      changes: { newArticles: { from: 'publish', to: 'hold' } },
    })
  })

  it('renames the source of stored articles, and back when the name is removed', async () => {
    await pool.query("update feeds set detected_publisher = 'Courier'")
    await pool.query(
      `insert into articles (title, source_name, feed_id, published_at)
       select name, name, case when name <> 'Other' then $1::uuid end, now()
       from unnest(array['Courier', 'Reuters', 'Other']) as name`,
      [feed.id],
    )
    await pool.query("insert into articles (title, source_name) values ('Of an editor', 'Courier')")
    const sources = async () =>
      (await pool.query('select title, source_name as source from articles order by title')).rows.map(
        ({ title, source }) => `${title}: ${source}`,
      )
    await update({ publisher: ' The  Courier ' })
    expect(await stored()).toMatchObject({ publisher: 'The Courier', detectedPublisher: 'Courier' })
    const others = ['Of an editor: Courier', 'Other: Other', 'Reuters: Reuters']
    expect(await sources()).toEqual(['Courier: The Courier', ...others])
    await update({ publisher: '' }, { ...COURIER, publisher: 'The Courier' })
    expect(await sources()).toEqual(['Courier: Courier', ...others])
    expect((await audit()).slice(1).map(({ changes }) => changes)).toEqual([
      { publisher: { from: '', to: 'The Courier' } },
      { publisher: { from: 'The Courier', to: '' } },
    ])
  })

  it('resets the fetch state when the URL changes', async () => {
    await pool.query(
      `update feeds set etag = 'x', last_modified = 'y', failure_count = 3, last_error = 'Gone.',
       last_checked_at = now(), last_success_at = now(), next_check_at = now() + interval '1 day'`,
    )
    await update({ title: 'Courier' })
    expect(await stored()).toMatchObject({ etag: 'x', failureCount: 3, lastError: 'Gone.' })
    await update({ url: 'https://courier.example/new#top' }, { ...COURIER, title: 'Courier' })
    const moved = await stored()
    expect(moved).toMatchObject({
      url: 'https://courier.example/new',
      etag: null,
      lastModified: null,
      failureCount: 0,
      lastError: null,
      lastCheckedAt: null,
      lastSuccessAt: null,
    })
    expect(moved?.nextCheckAt.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('reports a conflicting change, and merges changes of different fields', async () => {
    await update({ title: 'Theirs' })
    expect(await update({ title: 'Mine' })).toMatchObject({ kind: 'conflict', feed: { title: 'Theirs' } })
    expect(await update({ category: 'TV' })).toMatchObject({
      kind: 'saved',
      feed: { title: 'Theirs', category: 'TV' },
    })
  })

  it('rejects duplicate, invalid and deleted feeds', async () => {
    await createFeed(db, by, { ...COURIER, url: 'https://b.example/feed', title: 'B' })
    expect(await update({ url: 'https://b.example/feed' })).toMatchObject({
      kind: 'known',
      feed: { title: 'B' },
    })
    expect(await update({ url: 'https://me:pw@b.example/' })).toMatchObject({ kind: 'rejected' })
    expect(await updateFeed(db, by, { id: NOBODYS, base: COURIER, typed: COURIER })).toEqual({ kind: 'gone' })
    expect(await stored()).toMatchObject(COURIER)
    expect(await audit()).toHaveLength(2)
  })
})

describe('setFeedEnabled', () => {
  it('disables a feed, and makes it due at once when it is enabled again', async () => {
    await pool.query(`update feeds set next_check_at = now() + interval '1 day'`)
    const set = (enabled: boolean) => setFeedEnabled(db, by, { id: feed.id, enabled })
    expect(await set(false)).toBe(true)
    expect(await set(false)).toBe(true)
    expect(await stored()).toMatchObject({ enabled: false })
    expect(await set(true)).toBe(true)
    expect((await stored())?.nextCheckAt.getTime()).toBeLessThanOrEqual(Date.now())
    expect((await audit()).slice(1).map(({ changes }) => changes)).toEqual([
      { enabled: { from: true, to: false } },
      { enabled: { from: false, to: true } },
    ])
    expect(await setFeedEnabled(db, by, { id: NOBODYS, enabled: true })).toBe(false)
  })
})

describe('deleteFeed', () => {
  it('removes a feed, keeps its articles, and records its name', async () => {
    await pool.query(`insert into articles (title, feed_id) values ('A story', $1)`, [feed.id])
    expect(await deleteFeed(db, by, { id: feed.id })).toBe(true)
    expect(await deleteFeed(db, by, { id: feed.id })).toBe(false)
    expect((await pool.query('select title, feed_id from articles')).rows).toEqual([
      { title: 'A story', feed_id: null },
    ])
    expect((await audit()).slice(1)).toMatchObject([{ action: 'feed.delete', subject: 'The Courier' }])
  })
})

describe('deleteFeed by URL', () => {
  it('accepts any spelling of the URL, and records the deletion', async () => {
    const spelling = ` ${COURIER.url.toUpperCase().replace('/FEED', '/feed')}#top`
    expect(await deleteFeed(db, by, { url: spelling })).toBe(true)
    expect(await listFeeds(db)).toEqual([])
    expect((await audit()).slice(1)).toMatchObject([{ action: 'feed.delete', subject_id: feed.id }])
  })

  it.each(['https://b.example/feed', 'no address'])('returns false for %s', async (url) => {
    expect(await deleteFeed(db, by, { url })).toBe(false)
  })
})

describe('listFeedsWithHealth', () => {
  it('returns the health and article count of each feed, ordered by title', async () => {
    await createFeed(db, by, { url: 'https://a.example/', title: 'a paper', category: 'News' })
    await pool.query(
      `insert into articles (title, feed_id) select 'Story ' || n, $1 from generate_series(1, 3) as n`,
      [feed.id],
    )
    await pool.query(`update feeds set failure_count = 2, last_error = 'Gone.' where id = $1`, [feed.id])
    expect(await listFeedsWithHealth(db)).toMatchObject([
      { title: 'a paper', health: 'never-fetched', articles: 0 },
      { title: 'The Courier', health: 'failing', articles: 3, lastError: 'Gone.' },
    ])
  })

  it('counts at most a thousand articles', async () => {
    await pool.query(
      `insert into articles (title, feed_id) select 'Story ' || n, $1 from generate_series(1, 1100) as n`,
      [feed.id],
    )
    expect((await listFeedsWithHealth(db))[0]?.articles).toBe(1_000)
  })
})
