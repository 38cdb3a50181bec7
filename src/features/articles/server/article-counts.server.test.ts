import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { compactArticleCounts, countArticles, countArticlesByMonth } from './article-counts.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(() =>
  pool.query(`
    truncate articles cascade;
    insert into articles (title, category, published_at) values
      ('A', 'Sport', '2026-11-01T00:00:00Z'), ('B', 'Sport', '2026-11-30T23:59:59Z'), ('C', 'Money', '2026-10-31T23:59:59Z')`),
)

const counts = async () => ({
  all: await countArticles(db),
  sport: await countArticles(db, 'Sport'),
  money: await countArticles(db, 'Money'),
  months: Object.fromEntries(
    (await countArticlesByMonth(db)).map(({ month, articles }) => [month, articles]),
  ),
})

const AT_FIRST = { all: 3, sport: 2, money: 1, months: { '2026-11': 2, '2026-10': 1 } }

describe('the article counts', () => {
  it('are by month in UTC, newest first, and by category', async () => {
    expect(await counts()).toEqual(AT_FIRST)
    expect((await countArticlesByMonth(db)).map(({ month }) => month)).toEqual(['2026-11', '2026-10'])
  })

  it.each([
    [`delete from articles where title = 'C'`, { all: 2, sport: 2, money: 0, months: { '2026-11': 2 } }],
    [
      `update articles set category = 'Money' where title = 'A'`,
      { all: 3, sport: 1, money: 2, months: { '2026-11': 2, '2026-10': 1 } },
    ],
    [
      `update articles set published_at = '2025-01-15' where category = 'Sport'`,
      { all: 3, sport: 2, money: 1, months: { '2025-01': 2, '2026-10': 1 } },
    ],
    [`update articles set title = title || '!'`, AT_FIRST],
    [`update articles set id = gen_random_uuid()`, AT_FIRST],
    [`begin; delete from articles; rollback`, AT_FIRST],
    [`delete from articles where title = 'none'`, AT_FIRST],
    [
      `insert into articles (id, title) select id, 'Again' from articles
        on conflict (id) do update set category = 'Sport'`,
      { all: 3, sport: 3, money: 0, months: { '2026-11': 2, '2026-10': 1 } },
    ],
    [`truncate articles cascade`, { all: 0, sport: 0, money: 0, months: {} }],
  ])('are right after %s', async (statement, expected) => {
    await pool.query(statement)
    expect(await counts()).toEqual(expected)
    await compactArticleCounts(db)
    expect(await counts()).toEqual(expected)
  })

  it('do not make one transaction wait for another', async () => {
    const client = await pool.connect()
    await client.query(`begin; insert into articles (title, category) values ('Open', 'Sport')`)
    await pool.query(
      `set statement_timeout = 5000; insert into articles (title, category) values ('Other', 'Sport')`,
    )
    expect((await counts()).sport).toBe(3)
    await client.query('commit')
    client.release()
    expect((await counts()).sport).toBe(4)
  })
})

describe('compactArticleCounts', () => {
  const rows = async () => (await pool.query('select count(*)::int as n from article_counts')).rows[0].n

  it('leaves one row for each month and category that has articles', async () => {
    for (let n = 0; n < 5; n++) await pool.query(`insert into articles (title) values ('D')`)
    await pool.query(`delete from articles where title in ('C', 'D')`)
    await compactArticleCounts(db)
    expect(await rows()).toBe(1)
  })

  it('counts nothing twice when several processes run it', async () => {
    await pool.query(`insert into articles (title, published_at) values ('D', '2026-10-01')`)
    const before = await counts()
    await Promise.all(Array.from({ length: 8 }, () => compactArticleCounts(db)))
    expect(await counts()).toEqual(before)
    expect(await rows()).toBe(3)
  })
})
