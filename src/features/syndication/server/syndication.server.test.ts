import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { imageKey } from '#features/media/rules/variant.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import type { FeedArticle } from '../rules/site-feed.ts'
import {
  listFeedArticles,
  listFullTextArticles,
  listRecentNews,
  listSitemapArticles,
  listSitemapMonths,
} from './syndication.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
// Many articles are stored here, and the text indexes take their time to fill.
beforeAll(() => pool.query('drop index articles_search_idx, articles_bigrams_idx'))
afterAll(() => database.drop())
beforeEach(() => emptyTables(pool, 'articles', 'article_identities'))

/** Stores "Story 1" and so on, each a minute older than the last. */
const store = (count: number, newest: string, category = 'News') =>
  pool.query(
    `insert into articles (title, summary, content, category, published_at)
     select 'Story ' || n, 'Some <em>words</em> &amp; more', 'The body', $3, $2::timestamptz - (n - 1) * interval '1 minute'
     from generate_series(1, $1) as n`,
    [count, newest, category],
  )

describe('listFeedArticles', () => {
  it('returns the 50 newest articles of all categories, with plain-text summaries', async () => {
    await store(51, '2026-11-21T10:00:00Z')
    const { result, tags } = await renderPageWithContext(() => listFeedArticles(db))
    expect(result).toHaveLength(50)
    expect(result[0]).toMatchObject({
      title: 'Story 1',
      summary: 'Some words & more',
      publishedAt: new Date('2026-11-21T10:00:00Z'),
      imagePath: null,
    })
    expect(result.at(-1)?.title).toBe('Story 50')
    expect(tags).toEqual(new Set(['articles']))
  })

  it('returns the articles of a category, and depends on that category only', async () => {
    await store(2, '2026-11-21T10:00:00Z', 'Sport')
    await store(1, '2026-11-21T11:00:00Z', 'Money')
    const { result, tags } = await renderPageWithContext(() => listFeedArticles(db, 'Sport'))
    expect(result.map(({ title }) => title)).toEqual(['Story 1', 'Story 2'])
    expect(tags).toEqual(new Set(['category:Sport']))
  })

  it('returns all articles for News, like the News page', async () => {
    await store(1, '2026-11-21T10:00:00Z', 'Sport')
    expect(await listFeedArticles(db, 'News')).toHaveLength(1)
  })

  it.each([
    ['https://example.org/a.jpg', `/${imageKey('https://example.org/a.jpg')}/40x21-1200.jpeg`],
    ['/samples/sport-1.webp', `/${imageKey('/samples/sport-1.webp')}/40x21-1200.jpeg`],
    ['javascript:alert(1)', null],
    [null, null],
  ])('maps the image %s to the variant %s', async (imageUrl, path) => {
    await pool.query(`insert into articles (title, image_url) values ('Illustrated', $1)`, [imageUrl])
    const [article] = await listFeedArticles(db)
    expect(article?.imagePath).toBe(path && `/media/${article?.id}${path}`)
  })
})

describe('listFullTextArticles', () => {
  const add = (title: string, content: string, more = '') =>
    pool.query(
      `insert into articles (title, content, published_at${more && ', origin, source_url, source_name'}) values ($1, $2, '2026-11-21T10:00:00Z'${more})`,
      [title, content],
    )
  const textsOf = (list: FeedArticle[]) => Object.fromEntries(list.map(({ title, html }) => [title, html]))

  it('contains the sanitised text of own articles, and the summary only of those with a source', async () => {
    await add('Own', 'Loose <script>alert(1)</script><b>text</b>')
    await add('Empty', '')
    await add('Own, without a name', '<p>Text</p>', `, 'editor', null, ''`)
    await add('From a feed', '<p>Text</p>', `, 'feed', null, null`)
    await add('Edited', '<p>Text</p>', `, 'editor', 'https://publisher.example/', null`)
    await add('Edited, of a feed without links', '<p>Text</p>', `, 'editor', null, 'Publisher'`)
    const { result, tags } = await renderPageWithContext(() => listFullTextArticles(db, 'News'))
    expect(textsOf(result)).toEqual({
      Own: '<p>Loose <b>text</b></p>',
      Empty: '',
      'Own, without a name': '<p>Text</p>',
      'From a feed': undefined,
      Edited: undefined,
      'Edited, of a feed without links': undefined,
    })
    expect(tags).toEqual(new Set(['articles']))
  })

  it('contains the corrections of an article', async () => {
    await add('Corrected', '<p>Text</p>')
    await pool.query(
      "insert into drafts (id, fields) select id, jsonb_build_object('title', title, 'category', category, 'author', '', 'summary', '', 'content', '') from articles",
    )
    await pool.query(
      `insert into corrections (id, article_id, kind, text) select gen_random_uuid(), id, 'correction', 'It was Tuesday.' from articles`,
    )
    const { Corrected } = textsOf(await listFullTextArticles(db))
    expect(Corrected).toMatch(/^<p>Text<\/p><section.*It was Tuesday\./)
  })

  const addLengths = async (...lengths: number[]) => {
    for (const [n, length] of lengths.entries())
      await pool.query(
        `insert into articles (title, content, published_at) values ($1, $2, '2026-11-21T10:00:00Z'::timestamptz - $3 * interval '1 hour')`,
        [`Story ${n + 1}`, `<p>${'x'.repeat(length - 7)}</p>`, n],
      )
    const texts = textsOf(await listFullTextArticles(db))
    return Object.entries(texts).map(([title, html]) => [title, html?.length])
  }

  it('has at most 300,000 characters of text, of the newest articles', async () => {
    expect(await addLengths(100_000, 100_000, 100_000, 100_000)).toEqual([
      ['Story 1', 100_000],
      ['Story 2', 100_000],
      ['Story 3', 100_000],
      ['Story 4', undefined],
    ])
  })

  it('leaves out only those articles whose text is too long', async () => {
    expect(await addLengths(300_001, 200_000, 100_001, 100_000)).toEqual([
      ['Story 1', undefined],
      ['Story 2', 200_000],
      ['Story 3', undefined],
      ['Story 4', 100_000],
    ])
  })
})

describe('listRecentNews', () => {
  const now = new Date('2026-11-21T10:00:00Z')

  it('returns articles of the last two days', async () => {
    for (const time of ['2026-11-21T09:59:00Z', '2026-11-19T10:00:00Z', '2026-11-19T09:59:59Z'])
      await store(1, time)
    const { result, tags } = await renderPageWithContext(() => listRecentNews(db, now))
    expect(result.map(({ publishedAt }) => publishedAt.toISOString())).toEqual([
      '2026-11-21T09:59:00.000Z',
      '2026-11-19T10:00:00.000Z',
    ])
    expect(tags).toEqual(new Set(['articles']))
  })

  it('returns at most the 1,000 newest articles', async () => {
    await store(1_001, '2026-11-21T10:00:00Z')
    const news = await listRecentNews(db, now)
    expect(news).toHaveLength(1_000)
    expect(news.at(-1)?.title).toBe('Story 1000')
  })
})

describe('the sitemaps', () => {
  it('are empty without articles', async () => {
    const { result, tags } = await renderPageWithContext(() => listSitemapMonths(db))
    expect(result).toEqual([])
    expect(tags).toEqual(new Set(['articles']))
  })

  it('are split by month in UTC, newest first, without empty months', async () => {
    // In London, the first time is in November and the second in July.
    for (const time of [
      '2026-11-01T00:00:00Z',
      '2026-06-30T23:30:00Z',
      '2026-06-01T00:00:00Z',
      '2025-12-31T23:59:59Z',
    ])
      await store(1, time)
    const client = await pool.connect()
    await client.query(`set time zone 'Europe/London'`)
    const months = await listSitemapMonths(drizzle({ client }))
    client.release(true)
    expect(months).toEqual([
      { month: '2026-11', parts: 1 },
      { month: '2026-06', parts: 1 },
      { month: '2025-12', parts: 1 },
    ])
    expect(await listSitemapArticles(db, { month: '2026-06', part: 1 })).toHaveLength(2)
    expect(await listSitemapArticles(db, { month: '2025-12', part: 1 })).toHaveLength(1)
    expect(await listSitemapArticles(db, { month: '2026-07', part: 1 })).toEqual([])
  })

  it('contain 5,000 articles each, with the oldest in the first part', async () => {
    await store(5_001, '2026-10-20T10:00:00Z')
    expect(await listSitemapMonths(db)).toEqual([{ month: '2026-10', parts: 2 }])
    const { result: first, tags } = await renderPageWithContext(() =>
      listSitemapArticles(db, { month: '2026-10', part: 1 }),
    )
    const second = await listSitemapArticles(db, { month: '2026-10', part: 2 })
    expect([first.length, second.length]).toEqual([5_000, 1])
    expect(second[0]?.publishedAt).toEqual(new Date('2026-10-20T10:00:00Z'))
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(5_001)
    expect(await listSitemapArticles(db, { month: '2026-10', part: 3 })).toEqual([])
    expect(tags).toEqual(new Set(['articles']))
  })
})
