import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { parseSearchParams } from '../rules/search-params.ts'
import { searchArticles } from './search-articles.server.ts'
import { searchPosts } from './search-posts.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

const SUMMIT = randomUUID()
const MATCH = randomUUID()

const FIELDS = { title: 'T', author: '', category: 'News', summary: '', content: '' }

/** Each post is a minute older than the one before. */
async function addPosts(articleId: string, posts: { headline?: string; body?: string; set?: string }[]) {
  for (const [index, { headline = '', body = '', set = 'withdrawn_at = null' }] of posts.entries()) {
    const id = randomUUID()
    await pool.query(
      `insert into live_posts (id, article_id, seq, state, headline, body, published_at)
       values ($1, $2, $3::int, 'published', $4, $5, timestamptz '2026-06-15T09:00Z' - $3::int * interval '1 minute')`,
      [id, articleId, index + 1, headline, body],
    )
    await pool.query(`update live_posts set ${set} where id = $1`, [id])
  }
}

beforeAll(async () => {
  for (const [id, title, category] of [
    [SUMMIT, 'Summit in Geneva', 'Politics'],
    [MATCH, 'Cup final', 'Sport'],
  ]) {
    await pool.query('insert into articles (id, title, category) values ($1, $2, $3)', [id, title, category])
    await pool.query(`insert into drafts (id, fields, live_state) values ($1, $2, 'live')`, [id, FIELDS])
  }
  await addPosts(SUMMIT, [
    { headline: 'Ministers arrive', body: '<p>The <b>treaty</b> is on the table.</p><p>Café talk</p>' },
    { body: '<p>Bread &amp; butter: R&amp;D is next, says the EU.</p>' },
    { headline: 'Ministers withdraw', set: 'withdrawn_at = now()' },
    { headline: 'Ministers wait', set: "state = 'waiting', seq = null, published_at = null" },
  ])
  await addPosts(MATCH, [
    { body: '<p>One ministers fan in the stand</p>', set: "published_at = '2026-05-01T10:00Z'" },
  ])
  // Its article is not published.
  const hidden = randomUUID()
  await pool.query('insert into drafts (id, fields) values ($1, $2)', [hidden, FIELDS])
  await addPosts(hidden, [{ headline: 'Ministers of a withdrawn article' }])
})

const SOURCES: [string, { newest: number; indexed: number; frequent: number }][] = [
  ['with the index', { newest: 1, indexed: 100, frequent: 0 }],
  ['by date', { newest: 1, indexed: 0, frequent: 100 }],
]
const labels = async (given: Record<string, unknown>, limits = SOURCES[0]?.[1]) => {
  const { q = '', ...filter } = parseSearchParams(given)
  return (await searchPosts(db, q, filter, limits)).map(({ label }) => label)
}

describe.each(SOURCES)('posts of live coverage, found %s', (_, limits) => {
  it.each([
    ['ministers', ['Ministers arrive', 'One ministers fan in the stand']],
    ['treaty ARRIVE', ['Ministers arrive']],
    ['cafe', ['Ministers arrive']],
    ['r&d bread', ['Bread & butter: R&D is next, says the EU.']],
    ['eu', ['Bread & butter: R&D is next, says the EU.']],
    ['tablecafé', []],
    ['strong', []],
  ])('match %j by headline and text, newest first, if readers see them', async (q, expected) => {
    expect(await labels({ q }, limits)).toEqual(expected)
  })

  it('meet the filters, whose dates are those of posts', async () => {
    const fan = ['One ministers fan in the stand']
    expect(await labels({ q: 'ministers', category: 'Sport' }, limits)).toEqual(fan)
    expect(await labels({ q: 'ministers', to: '2026-05-31' }, limits)).toEqual(fan)
    expect(await labels({ q: 'ministers', from: '2026-06-15' }, limits)).toEqual(['Ministers arrive'])
  })
})

it('the first page of a search has posts with their addresses, and depends on them', async () => {
  const { result, tags } = await renderPageWithContext(() => searchArticles(db, { q: 'treaty' }))
  expect(result.posts).toEqual([
    {
      id: expect.any(String),
      label: 'Ministers arrive',
      path: expect.stringMatching(new RegExp(`^/article/${SUMMIT}/summit-in-geneva\\?post=.+#post-`)),
      articleTitle: 'Summit in Geneva',
      publishedAt: '2026-06-15T08:59:00.000Z',
    },
  ])
  expect(tags).toContain('live-posts')
  expect((await searchArticles(db, {})).posts).toBeUndefined()
})
