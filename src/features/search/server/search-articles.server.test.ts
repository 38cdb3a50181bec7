import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findMatchingArticles } from '#features/articles/server/find-matching-articles.server.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { parseSearchParams, type SearchParams } from '../rules/search-params.ts'
import { searchArticles } from './search-articles.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

type Row = {
  title: string
  summary?: string
  author?: string
  category?: string
  published_at?: string
  is_breaking?: boolean
}

/** Without a date the first article is the newest. */
async function store(rows: Row[]): Promise<void> {
  const complete = rows.map((row, index) => ({
    summary: '',
    author: 'Ada Penrose',
    category: 'News',
    is_breaking: false,
    published_at: new Date(Date.parse('2026-06-15T09:00:00Z') - index * 60_000).toISOString(),
    ...row,
  }))
  await pool.query(
    `insert into articles (title, summary, author, category, is_breaking, published_at)
     select title, summary, author, category, is_breaking, published_at
     from jsonb_populate_recordset(null::articles, $1)`,
    [JSON.stringify(complete)],
  )
}

const titles = async (given: Record<string, unknown>) =>
  (await searchArticles(db, parseSearchParams(given))).articles.map(({ title }) => title)

const total = async (given: SearchParams) => (await searchArticles(db, given)).total

describe('a query', () => {
  beforeAll(async () => {
    await emptyTables(pool, 'articles')
    await store([
      {
        title: 'Council votes on bridge',
        summary: 'A <strong>narrow</strong> result.',
        author: 'Mary O’Neill',
      },
      { title: 'Rain', summary: 'The COUNCIL closes the ford.', category: 'Science' },
      { title: 'Rates held', category: 'Money', author: 'Council Watch' },
      { title: 'Up 100% in a_day \\ or "less"', summary: 'C++ & <em>R&D</em>, it’s 5 o’clock' },
      { title: 'ÉCLAIR sales', summary: 'Ёлка и ёж', author: 'Žofia' },
      { title: '日本の選挙', summary: 'مرحبا بالعالم: أخبار القاهرة ٢٠٢٦', author: '李' },
      {
        title: 'The Island’s ﬁrst co‑op – “half price”',
        summary: `Cafe\u0301 Å, Œuvres, strasse`,
        category: 'Travel',
      },
      { title: 'Match report 🎉', summary: `The a${'𝒜'.repeat(12)}`, category: 'Sport' },
    ])
  })

  it.each([
    ['council', ['Council votes on bridge', 'Rain', 'Rates held']],
    ['COUNCIL V', ['Council votes on bridge']],
    ['ounci', ['Council votes on bridge', 'Rain', 'Rates held']],
    ['narrow result', ['Council votes on bridge']],
    ['strong', []],
    ['money', ['Rates held']],
    ['port', ['Match report 🎉']],
    ['o’neill', ['Council votes on bridge']],
    ['%', ['Up 100% in a_day \\ or "less"']],
    ['_', ['Up 100% in a_day \\ or "less"']],
    ['\\', ['Up 100% in a_day \\ or "less"']],
    ['"less"', ['Up 100% in a_day \\ or "less"']],
    ['0% in a_d', ['Up 100% in a_day \\ or "less"']],
    ['c++', ['Up 100% in a_day \\ or "less"']],
    ['r&d', ['Up 100% in a_day \\ or "less"']],
    ['éclair', ['ÉCLAIR sales']],
    ['ЁЛКА', ['ÉCLAIR sales']],
    ['žo', ['ÉCLAIR sales']],
    ['日本', ['日本の選挙']],
    ['選', ['日本の選挙']],
    ['李', ['日本の選挙']],
    ['مرحبا', ['日本の選挙']],
    ['اخبار القاهره', ['日本の選挙']],
    ['القـــاهِرَة', ['日本の選挙']],
    ['2026', ['日本の選挙']],
    ['۲۰۲۶', ['日本の選挙']],
    ['🎉', ['Match report 🎉']],
    [`a${'𝒜'.repeat(12)}`, ['Match report 🎉']],
    [`a${'𝒜'.repeat(13)}`, []],
    ['qz', []],
    ['%%%', []],
    ["'; drop table articles; --", []],
    ['x'.repeat(2_000), []],
    ['bridge\nA narrow', ['Council votes on bridge']],
    ["the island's first", ['The Island’s ﬁrst co‑op – “half price”']],
    ['ISLAND’S ﬁrst', ['The Island’s ﬁrst co‑op – “half price”']],
    ['co-op -- "half', ['The Island’s ﬁrst co‑op – “half price”']],
    ['co-op - "half', ['The Island’s ﬁrst co‑op – “half price”']],
    ['café å œuvre straße', ['The Island’s ﬁrst co‑op – “half price”']],
    ['CAFE A OEUVRE', ['The Island’s ﬁrst co‑op – “half price”']],
    ['eclair Zofia', ['ÉCLAIR sales']],
    ["o'neill", ['Council votes on bridge']],
    ["5 o'clock", ['Up 100% in a_day \\ or "less"']],
    ['bridge council narrow news', ['Council votes on bridge']],
    ['bridge council qz', []],
    ['le ug', []],
    [' \t council votes \u0000', ['Council votes on bridge']],
  ])('finds %j in title, summary, author and category, ignoring case', async (q, expected) => {
    expect(await titles({ q })).toEqual(expected)
  })

  it('returns the same results with and without the text index', async () => {
    for (const q of [
      'council',
      'o',
      'sp',
      '日本',
      'أخبار',
      'رَة',
      '٢٦',
      'c++',
      'qz',
      'the',
      'r&d',
      'council votes on',
      'closes the ford',
      'in a_day',
      "first island's",
      'tv é å',
      'op co-',
      `a${'𝒜'.repeat(12)}`,
    ]) {
      const byDate = await findMatchingArticles(db, q, {}, false, { newest: 100, indexed: 0 })
      const byText = await findMatchingArticles(db, q, {}, false, { newest: 0, indexed: 100 })
      expect(byText.ids, q).toEqual(byDate.ids)
    }
  })
})

describe('the filters', () => {
  beforeEach(async () => {
    await emptyTables(pool, 'articles')
  })

  it('match category and author exactly, and apply together', async () => {
    await store([
      { title: 'One', category: 'Sport', author: 'Ada' },
      { title: 'Two', category: 'Sport', author: 'Ada Penrose' },
      { title: 'Three', category: 'Money', author: 'Ada' },
      { title: 'Four', category: 'Sport', author: 'ada', is_breaking: true },
      { title: 'Five', category: 'Sport', author: 'Ada', is_breaking: true },
    ])
    expect(await titles({ category: 'Sport' })).toEqual(['One', 'Two', 'Four', 'Five'])
    expect(await titles({ author: 'Ada' })).toEqual(['One', 'Three', 'Five'])
    expect(await titles({ author: 'Nobody' })).toEqual([])
    expect(await titles({ breaking: 'true' })).toEqual(['Four', 'Five'])
    expect(await titles({ category: 'Sport', author: 'Ada' })).toEqual(['One', 'Five'])
    expect(await titles({ category: 'Sport', author: 'Ada', breaking: 'true' })).toEqual(['Five'])
    expect(await titles({ category: 'Sport', author: 'Ada', q: 'one' })).toEqual(['One'])
    expect(await titles({ category: 'Money', breaking: 'true' })).toEqual([])
  })

  it('include the whole first and last day in London', async () => {
    await store([
      { title: 'July, in London already', published_at: '2026-06-30T23:00:00Z' },
      { title: 'The last of June', published_at: '2026-06-30T22:59:59.999999Z' },
      { title: 'The first of June', published_at: '2026-05-31T23:00:00Z' },
      { title: 'May', published_at: '2026-05-31T22:59:59.999999Z' },
      { title: 'Winter', published_at: '2026-01-31T23:59:59Z' },
      { title: 'Winter before', published_at: '2026-01-30T23:59:59Z' },
    ])
    const june = ['The last of June', 'The first of June']
    expect(await titles({ from: '2026-06-01', to: '2026-06-30' })).toEqual(june)
    expect(await titles({ from: '2026-06-01' })).toEqual(['July, in London already', ...june])
    expect(await titles({ from: '2026-01-31', to: '2026-01-31' })).toEqual(['Winter'])
    expect(await titles({ to: '2026-01-30' })).toEqual(['Winter before'])
    expect(await titles({ from: '0001-01-01', to: '9999-12-31' })).toHaveLength(6)
    expect(await titles({ from: '2026-07-01', to: '2026-06-01' })).toEqual([])
  })

  it('return a count only with a filter, which is exact up to a thousand without a query', async () => {
    await store(Array.from({ length: 1_002 }, (_, index) => ({ title: `Story ${index}`, category: 'Sport' })))
    await store([{ title: 'Story of money', category: 'Money' }])
    expect(await total({})).toBeNull()
    expect(await total({ q: 'story' })).toBeNull()
    expect(await total({ category: 'Money' })).toEqual({ count: 1, hasMore: false })
    expect(await total({ category: 'Sport' })).toEqual({ count: 1_000, hasMore: true })
    expect(await total({ category: 'Sport', q: 'story' })).toEqual({ count: 500, hasMore: true })
    expect(await total({ category: 'Sport', q: 'story 99' })).toEqual({ count: 19, hasMore: false })
    expect(await total({ category: 'Sport', q: 'none' })).toEqual({ count: 0, hasMore: false })
    expect(await total({ category: 'Travel' })).toEqual({ count: 0, hasMore: false })
    expect(await total({ from: '2026-07-01', to: '2026-06-01' })).toEqual({ count: 0, hasMore: false })
    expect(await total({ author: 'Ada Penrose', q: 'story 12' })).toEqual({ count: 20, hasMore: false })
  })

  it('limit the count to the newest articles examined, unless these are all', async () => {
    await store(Array.from({ length: 40 }, (_, index) => ({ title: `Story ${index}` })))
    const count = async (newest: number, indexed: number) =>
      (await findMatchingArticles(db, 'story', {}, true, { newest, indexed })).total
    expect(await count(30, 100)).toEqual({ count: 30, hasMore: true })
    expect(await count(40, 100)).toEqual({ count: 40, hasMore: false })
    expect(await count(10, 100)).toEqual({ count: 40, hasMore: false })
    expect(await count(10, 1_000)).toEqual({ count: 40, hasMore: false })
  })

  it.each([
    ['one group of months', { newest: 0, grouped: 100 }],
    ['groups that are divided', { newest: 0, grouped: 3 }],
    ['many groups', { newest: 1, grouped: 100 }],
  ])('find the newest articles of several months, in %s', async (_, given) => {
    await store(
      Array.from({ length: 80 }, (_, index) => ({
        title: index % 2 ? `Odd ${index}` : `Even ${index}`,
        category: index % 5 ? 'Sport' : 'Money',
        author: index % 3 ? 'Ada' : 'Ben',
        published_at: new Date(Date.UTC(2026, 5, 15) - index * 9 * 86_400_000).toISOString(),
      })),
    )
    for (const filter of [
      {},
      { category: 'Sport' },
      { author: 'Ada' },
      { category: 'Sport', author: 'Ben' },
      { to: '2026-01-31' },
      { from: '2025-06-01', to: '2025-12-31', author: 'Ada' },
    ] satisfies SearchParams[]) {
      const byDate = await findMatchingArticles(db, 'odd', filter, true, { newest: 100, indexed: 0 })
      const byIndex = await findMatchingArticles(db, 'odd', filter, true, given)
      expect(byIndex, JSON.stringify(filter)).toEqual(byDate)
      expect(byIndex.ids.length).toBeGreaterThan(3)
      const page = await findMatchingArticles(db, 'odd', filter, false, given)
      expect(page.ids).toEqual(byDate.ids)
    }
  })

  it.each([
    ['in the newest articles', { newest: 100, indexed: 100 }],
    ['with the text index', { newest: 5, indexed: 100 }],
    ['by date, if the index returns too many results', { newest: 5, indexed: 10 }],
  ])('return pages without gaps and duplicates: %s', async (_, given) => {
    await store(
      Array.from({ length: 60 }, (_, index) => ({
        title: index % 2 ? `Odd ${index}` : `Even ${index}`,
        published_at: `2026-06-15T0${9 - Math.floor(index / 20)}:00:00.123456Z`,
      })),
    )
    const { ids } = await findMatchingArticles(db, 'odd', {}, false, given)
    expect(ids).toHaveLength(25)
    const first = await searchArticles(db, { q: 'odd' })
    expect(new Set(ids)).toEqual(new Set([...first.articles.map(({ id }) => id), ids.at(-1)]))
    const second = await searchArticles(db, { q: 'odd', before: first.next ?? '' })
    expect(second.next).toBeNull()
    const all = [...first.articles, ...second.articles].map(({ title }) => title)
    expect(all).toHaveLength(30)
    expect(new Set(all).size).toBe(30)
  })
})

it('a page depends on all articles and contains no article bodies', async () => {
  await store([{ title: 'One' }])
  const { result, tags } = await renderPageWithContext(() => searchArticles(db, { q: 'one' }))
  expect([...tags]).toEqual(['articles', 'live-posts'])
  expect(Object.keys(result.articles[0] ?? {})).not.toContain('body')
  expect(Object.keys(result.articles[0] ?? {})).not.toContain('searchText')
})

it('an author that is too long for an index is rejected', async () => {
  await expect(store([{ title: 'One', author: 'x'.repeat(201) }])).rejects.toThrow('articles_author_check')
  await store([{ title: 'One', author: '𝒜'.repeat(200) }])
})
