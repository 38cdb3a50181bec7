import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findLinkTargets } from './find-link-targets.server.ts'

const database = await createTestDatabase()
const { db, pool } = database

beforeAll(() =>
  pool.query(`
    insert into articles (title, summary, author, published_at)
    select 'Bulletin ' || n, 'Harbour news', 'Desk', timestamptz '2026-11-20' - n * interval '1 minute' from generate_series(1, 20) as n;
    insert into articles (title, summary, author, published_at) values
      ('The harbour’s new wall', '', 'Ada', '2020-01-02'),
      ('Harbour wall opens', '', 'Ada', '2020-01-01'),
      ('Tea at four', 'Milk first', 'Zoë Quill', '2019-01-01');
    insert into drafts (id, fields, updated_at, listed_at)
    values (gen_random_uuid(), '{"title": "Harbour draft", "author": "Ada", "category": "News"}', now(), now())`),
)
afterAll(() => database.drop())

const find = async (q: string, id = 'ada') => (await findLinkTargets(db, { id }, q)).map(({ title }) => title)

describe('findLinkTargets', () => {
  it('finds published articles, those with the words in the headline first', async () => {
    expect(await find('harbour')).toEqual([
      'The harbour’s new wall',
      'Harbour wall opens',
      'Bulletin 1',
      'Bulletin 2',
      'Bulletin 3',
      'Bulletin 4',
    ])
    expect(await find("WALL harbour's")).toEqual(['The harbour’s new wall'])
    expect(await find('zoe four')).toEqual(['Tea at four'])
    expect(await find('draft')).toEqual([])
    expect(await findLinkTargets(db, { id: 'ada' }, 'tea')).toEqual([
      { id: expect.any(String), title: 'Tea at four', publishedAt: '2019-01-01T00:00:00.000Z' },
    ])
  })

  it('lists the newest without words', async () => {
    const all = await database.pool.query('select title from articles order by published_at desc limit 1')
    expect((await find(''))[0]).toBe(all.rows[0].title)
    expect(await find('')).toHaveLength(6)
  })

  it('leaves out articles of other publishers', async () => {
    await pool.query(
      `insert into articles (title, summary, author, published_at, origin, source_url) values
         ('Cricket of a feed', '', 'Desk', now(), 'feed', null),
         ('Cricket of a publisher', '', 'Desk', now(), 'editor', 'https://example.org/1'),
         ('Cricket of ours', '', 'Desk', now(), 'editor', null)`,
    )
    const own = await findLinkTargets(db, { id: 'ada' }, 'cricket', { isOwn: true })
    expect(own.map(({ title }) => title)).toEqual(['Cricket of ours'])
    expect(await find('cricket')).toHaveLength(3)
    await pool.query(`delete from articles where title like 'Cricket%'`)
  })

  it('limits the searches of a person', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 121 }, () => find('tea', 'ben')))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
      {
        status: 'rejected',
        reason: expect.objectContaining({ message: expect.stringContaining('Too many searches') }),
      },
    ])
    expect(await find('tea', 'cleo')).toHaveLength(1)
  })
})
