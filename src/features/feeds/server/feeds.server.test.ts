import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { addFeed, listDueFeeds, listFeeds, removeFeed } from './feeds.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const url = 'https://courier.example/feed'

beforeEach(() => pool.query('delete from feeds'))
afterAll(() => database.drop())

describe('addFeed', () => {
  it('adds a feed that is due at once', async () => {
    const added = await addFeed(db, { url, category: 'Sport', title: 'The Courier' })
    expect(added).toMatchObject({ kind: 'added', feed: { url, category: 'Sport', title: 'The Courier' } })
    expect(await listDueFeeds(db, new Date(Date.now() + 60_000))).toMatchObject([{ url, enabled: true }])
  })

  it.each([
    ['white space around it', `  ${url}\n`],
    ['a fragment', `${url}#top`],
    ['capital letters in scheme and host', 'HTTPS://Courier.Example/feed'],
    ['its default port', 'https://courier.example:443/feed'],
  ])('knows an address with %s as the same', async (_, spelling) => {
    await addFeed(db, { url, category: 'News' })
    expect(await addFeed(db, { url: spelling, category: 'Sport' })).toMatchObject({
      kind: 'known',
      feed: { category: 'News' },
    })
    expect(await listFeeds(db)).toHaveLength(1)
  })

  it('adds a feed once that is added by many at once', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => addFeed(db, { url, category: 'News' })),
    )
    expect(outcomes.filter(({ kind }) => kind === 'added')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'known')).toHaveLength(7)
  })

  it.each([
    ['no address', 'courier'],
    ['nothing', ''],
    ['a file', 'file:///etc/passwd'],
    ['script', 'javascript:alert(1)'],
    ['an address with a password', 'https://me:secret@courier.example/feed'],
    ['an address that no index could hold', `https://courier.example/${'a'.repeat(2_050)}`],
  ])('refuses %s', async (_, address) => {
    expect(await addFeed(db, { url: address, category: 'News' })).toMatchObject({ kind: 'refused' })
    expect(await listFeeds(db)).toEqual([])
  })
})

describe('removeFeed', () => {
  it('removes a feed whatever the spelling of its address, and leaves its articles', async () => {
    const added = await addFeed(db, { url, category: 'News' })
    if (added.kind !== 'added') throw new Error('It was not added')
    await pool.query(`insert into articles (title, feed_id) values ('A story', $1)`, [added.feed.id])
    expect(await removeFeed(db, ` ${url.toUpperCase().replace('/FEED', '/feed')}#top`)).toBe(true)
    expect(await listFeeds(db)).toEqual([])
    const { rows } = await pool.query('select title, feed_id from articles')
    expect(rows).toEqual([{ title: 'A story', feed_id: null }])
  })

  it.each([url, 'no address'])('says that there is no feed %s', async (address) => {
    expect(await removeFeed(db, address)).toBe(false)
  })
})

describe('listFeeds', () => {
  it('orders by category and title', async () => {
    for (const [category, title] of [
      ['Travel', 'B'],
      ['Sport', 'C'],
      ['Travel', 'A'],
    ] as const) {
      await addFeed(db, { url: `${url}/${title}`, category, title })
    }
    expect((await listFeeds(db)).map(({ title }) => title)).toEqual(['C', 'A', 'B'])
  })
})

describe('listDueFeeds', () => {
  it('puts the longest waiting first', async () => {
    const now = new Date('2026-11-21T12:00:00Z')
    for (const [name, minutes] of Object.entries({ second: -10, first: -20, third: 0, later: 1 })) {
      await addFeed(db, { url: `${url}/${name}`, category: 'News', title: name })
      const due = new Date(now.getTime() + minutes * 60_000)
      await pool.query('update feeds set next_check_at = $1 where title = $2', [due, name])
    }
    expect((await listDueFeeds(db, now)).map(({ title }) => title)).toEqual(['first', 'second', 'third'])
  })
})
