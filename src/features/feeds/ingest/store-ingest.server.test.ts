import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { itemDrafts } from '#features/publishing/server/item-drafts.server.ts'
import type { Category } from '#kernel/category.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { createFeed } from '../manage/server/edit-feed.server.ts'
import { listFeeds } from '../model/feeds.server.ts'
import { normaliseFeed } from '../parse/normalise-feed.ts'
import { parseFeed } from '../parse/parse-feed.ts'
import { items, rss } from '../testing/rss.ts'
import { hashItem, type ItemWithHash } from './hash-item.server.ts'
import { type IngestResult, storeIngest } from './store-ingest.server.ts'
import { type ItemsOwner, storeItems } from './store-items.server.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const database = await createTestDatabase()
const { db, pool } = database

beforeEach(() =>
  pool.query('delete from feeds; delete from articles; delete from article_identities; delete from drafts'),
)
afterAll(() => database.drop())

async function ownerAt(url: string, category: Category = 'News'): Promise<ItemsOwner> {
  const added = await createFeed(db, COMMAND_LINE_ACTOR, { url, title: '', category })
  if (added.kind !== 'added') throw new Error('The feed was not added')
  return { origin: 'feed', feedId: added.feed.id, category, newArticles: 'publish', drafts: itemDrafts }
}

function someItems(count: number, site = 'https://courier.example'): ItemWithHash[] {
  const feedUrl = `${site}/feed`
  const parsed = parseFeed(
    rss(items(count, new URL(site).hostname)).replaceAll('https://courier.example', site),
    feedUrl,
  )
  if (parsed.kind === 'invalid') throw new Error(parsed.reason)
  const { items: normal } = normaliseFeed(parsed.feed, { feedUrl, now: NOW })
  return normal.map((item) => ({ ...hashItem(item), hash: 'the same' }))
}

it('recognises a story that a concurrent transaction is storing', async () => {
  const first = await ownerAt('https://courier.example/first')
  const second = await ownerAt('https://courier.example/second')
  const later = await db.transaction(async (tx) => {
    expect(await storeItems(tx, someItems(5), first, NOW)).toMatchObject({ created: 5 })
    const storing = db.transaction((other) => storeItems(other, someItems(5), second, NOW))
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await eventually(async () => expect((await pool.query(isWaiting)).rowCount).toBe(1))
    return { storing }
  })
  expect(await later.storing).toEqual({ created: 0, updated: 0, held: 0, duplicates: 5 })
  expect((await pool.query('select from articles')).rowCount).toBe(5)
})

it('withdraws a deleted article without a deadlock with another feed that refers to it', async () => {
  const first = await ownerAt('https://courier.example/first')
  const second = await ownerAt('https://courier.example/second')
  const [deleted, ...others] = someItems(5)
  await db.transaction((tx) => storeItems(tx, someItems(5), first, NOW))
  const [feed] = (await listFeeds(db)).filter(({ id }) => id === first.feedId)
  if (!feed || !deleted?.itemId) throw new Error('There is no feed, or its items have no guid')
  const result: IngestResult = {
    kind: 'items',
    items: others,
    deletions: [{ itemId: deleted.itemId, at: NOW }],
    title: '',
    publisher: 'The Courier',
    detectedPublisher: null,
    damage: null,
    newUrl: null,
    etag: null,
    lastModified: null,
    nextCheckAt: NOW,
    movedTo: null,
  }
  const { storing } = await db.transaction(async (tx) => {
    await storeItems(tx, others, second, NOW)
    const storing = storeIngest(db, feed, result, { drafts: itemDrafts, now: NOW })
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await eventually(async () => expect((await pool.query(isWaiting)).rowCount).toBe(1))
    await tx.execute(sql`set local lock_timeout = '2s'`)
    const { rowCount } = await tx.execute(sql`
      insert into article_identities (key, article_id)
      select 'link:courier.example/another-address', id from articles where title = ${deleted.title}`)
    expect(rowCount).toBe(1)
    return { storing }
  })
  expect((await storing).outcome).toBe('items')
  const { rows } = await pool.query('select title from articles order by title')
  expect(rows.map(({ title }) => title)).toEqual(others.map(({ title }) => title).sort())
})

it('stores the articles of different publishers at the same time', async () => {
  const first = await ownerAt('https://courier.example/feed')
  const second = await ownerAt('https://gazette.example/feed')
  await db.transaction(async (tx) => {
    await storeItems(tx, someItems(5), first, NOW)
    const stored = await db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = '5s'`)
      return storeItems(other, someItems(5, 'https://gazette.example'), second, NOW)
    })
    expect(stored).toMatchObject({ created: 5 })
  })
  expect((await pool.query('select from articles')).rowCount).toBe(10)
})

it('stores feeds with articles of the same publishers in different orders without a deadlock', async () => {
  const sites = Array.from({ length: 20 }, (_, n) => `https://publisher-${n}.example`)
  const mixed = sites.flatMap((site) => someItems(3, site))
  const owners = await Promise.all([1, 2, 3, 4].map((n) => ownerAt(`https://aggregator.example/${n}`)))
  const counts = await Promise.all(
    owners.map((owner, n) =>
      db.transaction((tx) => storeItems(tx, n % 2 ? mixed.toReversed() : mixed, owner, NOW)),
    ),
  )
  expect(counts.map(({ created }) => created).sort((a, b) => a - b)).toEqual([0, 0, 0, 60])
})

it('stores the maximum number of items of a feed', async () => {
  const owner = await ownerAt('https://courier.example/feed')
  expect(await storeItems(db, someItems(500), owner, NOW)).toEqual({
    created: 500,
    updated: 0,
    held: 0,
    duplicates: 0,
  })
  const edited = someItems(500).map((item) => ({ ...item, hash: 'another' }))
  expect(await storeItems(db, edited, owner, NOW)).toEqual({
    created: 0,
    updated: 500,
    held: 0,
    duplicates: 0,
  })
})

it('does nothing for a feed without items', async () => {
  const owner = await ownerAt('https://courier.example/feed')
  expect(await storeItems(db, [], owner, NOW)).toEqual({ created: 0, updated: 0, held: 0, duplicates: 0 })
})

it('moves an article to the category of another feed without changing its owner and text', async () => {
  const general = await ownerAt('https://courier.example/feed')
  const sport = await ownerAt('https://courier.example/sport', 'Sport')
  await storeItems(db, someItems(1), general, NOW)
  const select = 'select title, content, author, source_name, published_at, feed_id, category from articles'
  const [stored] = (await pool.query(select)).rows

  const reworded = someItems(1).map((item) => ({
    ...item,
    title: 'Another title',
    author: 'Another author',
    sourceName: 'Courier Sport',
    hash: 'another',
  }))
  expect(await storeItems(db, reworded, sport, NOW)).toEqual({
    created: 0,
    updated: 1,
    held: 0,
    duplicates: 0,
  })
  expect((await pool.query(select)).rows).toEqual([{ ...stored, category: 'Sport' }])
  expect(await storeItems(db, reworded, sport, NOW)).toEqual({
    created: 0,
    updated: 0,
    held: 0,
    duplicates: 1,
  })
})

it('stores whether the date of an article is a guess, until the feed has one', async () => {
  const owner = await ownerAt('https://courier.example/feed')
  const undated = someItems(1).map((item) => ({ ...item, datedBySource: false }))
  await storeItems(db, undated, owner, NOW)
  const read = async () => (await pool.query('select is_dated, published_at from articles')).rows
  expect(await read()).toMatchObject([{ is_dated: false }])

  const publishedAt = new Date('2026-11-20T08:00:00Z')
  const dated = someItems(1).map((item) => ({ ...item, publishedAt, datedBySource: true, hash: 'dated' }))
  await storeItems(db, dated, owner, NOW)
  expect(await read()).toEqual([{ is_dated: true, published_at: publishedAt }])
})
