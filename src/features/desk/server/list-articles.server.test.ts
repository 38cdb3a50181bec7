import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createQueryPlans } from '#platform/testing/query-plans.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { type ArticleListRequest, listArticles } from './list-articles.server.ts'
import { listMyWork } from './list-my-work.server.ts'

const DRAFTS = 3_000
const ADA = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const NOW = new Date('2026-11-21T12:00:00Z')
const database = await createTestDatabase()
const { db, pool } = database
const { plansOf } = createQueryPlans(database)

beforeAll(async () => {
  // The triggers would derive the status of each draft.
  await pool.query(`
    insert into users (id, full_name, email, role) values ('${ADA}', 'Ada', 'ada@example.org', 'admin');
    alter table drafts disable trigger all;
    insert into drafts (id, fields, updated_at, listed_at, owner_id, due_at, status, deleted_at)
    select gen_random_uuid(), jsonb_build_object('title', 'Story ' || n || ' ' || md5(n::text), 'author', 'Author ' || n % 19,
        'summary', '', 'content', '<p>The <b>harbour</b> ' || md5(n::text || 't') || '</p>',
        'category', (array['News', 'Politics', 'Sport', 'Money'])[n % 4 + 1]),
      timestamptz '2026-11-21' - n * interval '1 minute', timestamptz '2026-11-20' - n * interval '1 minute',
      case when n % 500 = 0 then '${ADA}'::uuid end,
      case when n % 20 = 0 then timestamptz '2026-11-21' + n * interval '1 minute' end,
      case when n % 99 = 0 then 'in-review' else 'draft' end,
      case when n % 60 = 1 then timestamptz '2026-11-21' - n * interval '1 second' end
    from generate_series(1, ${DRAFTS}) as n;
    alter table drafts enable trigger all;
    insert into articles (title, summary, author, category, origin, published_at)
    select 'Agency ' || n, '<p>Quill and pen</p>', 'Agency', 'Sport', 'feed', timestamptz '2026-11-15' - n * interval '1 minute'
    from generate_series(1, 300) as n;
    insert into articles (title, author, image_url, source_url, published_at) values
      ('A 50% cut', 'Zoë Quill', '/storage/article-images/1_a.jpg', 'https://a.example/1', '2026-10-10'),
      ('Plain 東京の記事', 'Zoë Quill', 'ftp://a.example/p.jpg', 'javascript:alert(1)', '2026-10-09');
    select refresh_article_list(array(select id from drafts));
    insert into topics (id, slug, name) values (gen_random_uuid(), 'harbour', 'Harbour');
    insert into article_topics (article_id, topic_id)
    select drafts.id, topics.id from drafts, topics where substring(title from 'Story (\\d+)')::int % 3 = 0`)
  await pool.query('vacuum analyze article_list')
})
afterAll(() => database.drop())

const titles = async (filter: ArticleListRequest) =>
  (await listArticles(db, filter)).articles.map(({ title }) => title.split(' ').slice(0, 2).join(' '))

it('lists drafts and articles newest first, in pages, with their count', async () => {
  const first = await listArticles(db, {})
  expect(first.total).toEqual({ count: DRAFTS - 50 + 302, hasMore: false })
  expect(first.articles).toHaveLength(24)
  const second = await listArticles(db, { before: first.next ?? '' })
  expect(second.articles[0]?.title).toMatch(/^Story 26 /)
  expect(second.total).toBeNull()
})

it.each<[string, ArticleListRequest, number, string]>([
  ['the category', { category: 'Sport', status: 'draft' }, 742, 'Story 2'],
  ['the byline', { author: 'Zoë Quill' }, 2, 'A 50%'],
  ['the source feed', { source: 'feed' }, 300, 'Agency 1'],
  ['the own source', { source: 'own' }, DRAFTS - 50 + 2, 'Story 2'],
  ['a topic', { topic: 'harbour', status: 'draft' }, 970, 'Story 3'],
  ['a person', { person: ADA }, 6, 'Story 500'],
  ['the account of a contributor', { onlyOf: ADA, category: 'News' }, 6, 'Story 500'],
  ['the first day', { from: '2026-11-19' }, 1416, 'Story 2'],
  ['the last day', { to: '2026-10-09' }, 1, 'Plain 東京の記事'],
  ['the last edit', { sort: 'edited', from: '2026-11-20' }, 1416, 'Story 2'],
  ['the due date', { sort: 'due', to: '2026-11-21' }, 71, 'Story 20'],
  ['the bin', { status: 'bin' }, 50, 'Story 1'],
])('filters by %s, and counts', async (_, filter, count, first) => {
  const { total } = await listArticles(db, filter)
  expect([total?.count, (await titles(filter))[0]]).toEqual([count, first])
})

it.each<[string, ArticleListRequest, string[]]>([
  ['a part of a headline, ignoring case', { q: '728D9D4C STORY' }, ['Story 2']],
  ['a byline', { q: 'zoe' }, ['A 50%', 'Plain 東京の記事']],
  ['words of the text and the headline', { q: 'harb the 2999' }, ['Story 2999']],
  ['words of the summary of a feed article', { q: 'agency 300 pen' }, ['Agency 300']],
  ['text without words', { q: '50%' }, ['A 50%']],
  ['a LIKE pattern, as literal text', { q: '%lain' }, []],
  ['the middle of a word in a headline', { q: 'lain' }, ['Plain 東京の記事']],
  ['a part of text without spaces', { q: '記事' }, ['Plain 東京の記事']],
  ['words across headline and byline, in any order', { q: 'zoe cut' }, ['A 50%']],
  ['a headline of another category', { q: 'plain', category: 'Sport' }, []],
  ['a headline of the topic', { q: 'story 2997', topic: 'harbour' }, ['Story 2997']],
  ['a headline of another topic', { q: 'story 2999', topic: 'harbour' }, []],
  ['a headline of the category', { q: 'plain', category: 'News' }, ['Plain 東京の記事']],
])('finds by %s', async (_, filter, found) => {
  expect(await titles(filter)).toEqual(found)
  expect((await listArticles(db, filter)).total).toEqual({ count: found.length, hasMore: false })
})

it('continues a search on the next page', async () => {
  const listed: string[] = []
  let before: string | undefined
  do {
    const page = await listArticles(db, { q: 'author story 11', before })
    listed.push(...page.articles.map(({ editedAt }) => editedAt ?? ''))
    before = page.next ?? undefined
  } while (before)
  expect(listed).toEqual(listed.toSorted().toReversed())
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.length).toBeGreaterThan(100)
})

it('returns only valid link and image URLs', async () => {
  const { articles } = await listArticles(db, { q: 'zoë' })
  expect(articles.map(({ image, sourceUrl }) => [image !== null, sourceUrl])).toEqual([
    [true, 'https://a.example/1'],
    [false, null],
  ])
})

describe.each<[string, ArticleListRequest, string]>([
  ['all articles', {}, 'article_list_latest_idx'],
  ['a category', { category: 'Sport' }, 'article_list_category_idx'],
  ['a status', { status: 'draft' }, 'article_list_status_idx'],
  ['a byline', { author: 'Author 3' }, 'article_list_author_idx'],
  ['the last edited', { sort: 'edited' }, 'article_list_edited_idx'],
  ['what is due', { sort: 'due' }, 'article_list_due_idx'],
])('the list of %s', (_, filter, index) => {
  it('reads its page from an index without sorting', async () => {
    const plans = await plansOf((db) => listArticles(db, filter), ['article_list'])
    const page = plans.find(({ query }) => !query.includes('count('))
    expect(page?.indexes).toEqual([index])
    expect(page?.nodes).not.toContain('Sort')
    for (const { query } of plans) expect(query).not.toMatch(/fields|content/)
  })
})

it('the bin is read from its index', async () => {
  const plans = await plansOf((db) => listArticles(db, { status: 'bin' }), ['article_list'])
  for (const { indexes } of plans) expect(indexes).toEqual(['article_list_bin_idx'])
})

it('the work of a person is read from indexes', async () => {
  const plans = await plansOf(
    (db) => listMyWork(db, { id: ADA, role: 'admin' }, NOW),
    ['drafts', 'publications'],
  )
  for (const { nodes } of plans) expect(nodes).not.toContain('Seq Scan')
})
