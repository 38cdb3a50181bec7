import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Category } from '#kernel/category.ts'
import { listCategories } from '#kernel/category-lists.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { orderHome } from '../rules/order-home.ts'
import { listBreaking, listCategory, listHome } from './articles.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(() => pool.query('delete from articles'))

/** "Story 1" is the newest. `more` overrides columns in SQL. */
const store = (
  count: number,
  { category = 'News', publishedAt = `timestamptz '2026-11-21' - n * interval '1 minute'` } = {},
) =>
  pool.query(
    `insert into articles (title, summary, content, author, category, published_at)
     select 'Story ' || n, 'Summary', 'Body', 'Author', $2, ${publishedAt} from generate_series(1, $1::int) as n`,
    [count, category],
  )

const titles = (cards: { title: string }[]) => cards.map(({ title }) => title)
const stories = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Story ${from + index}`)

describe('listHome', () => {
  it('lists the 15 newest articles of all categories, newest first', async () => {
    await store(20)
    await pool.query(`update articles set category = 'Sport' where title in ('Story 3', 'Story 8')`)
    expect(titles(await listHome(db))).toEqual(stories(1, 15))
  })

  it('includes the newest breaking article whatever its age, without duplicates', async () => {
    await store(40)
    await pool.query(`update articles set is_breaking = true where title in ('Story 30', 'Story 35')`)
    const cards = await listHome(db)
    expect(titles(cards)).toEqual(['Story 30', ...stories(1, 14)])
    expect(orderHome(cards)[0]).toMatchObject({ title: 'Story 30', isBreaking: true })
  })

  it('does not move a breaking article that is among the newest', async () => {
    await store(20)
    await pool.query(`update articles set is_breaking = true where title in ('Story 4', 'Story 18')`)
    const cards = await listHome(db)
    expect(titles(cards)).toEqual(stories(1, 15))
    expect(orderHome(cards)[0]?.title).toBe('Story 4')
  })

  it('leads with dated articles, and with undated ones that an editor has changed', async () => {
    await store(20)
    await pool.query(
      `update articles set is_dated = false, origin = case when title = 'Story 2' then 'editor' else 'feed' end
       where title in ('Story 1', 'Story 2', 'Story 3', 'Story 5')`,
    )
    const leading = ['Story 2', 'Story 4', ...stories(6, 8)]
    expect(titles(orderHome(await listHome(db)))).toEqual([
      ...leading,
      ...['Story 1', 'Story 3', 'Story 5'],
      ...stories(9, 15),
    ])
  })

  it('leads with dated articles that are older than a whole page of undated ones', async () => {
    await store(30)
    await pool.query(`update articles set is_dated = substring(title from 7)::int > 20, origin = 'feed'`)
    expect(titles(orderHome(await listHome(db)))).toEqual([...stories(21, 25), ...stories(1, 10)])
  })

  it('shows undated articles if there are no others', async () => {
    await store(3)
    await pool.query(`update articles set is_dated = false, origin = 'feed'`)
    expect(titles(await listHome(db))).toEqual(stories(1, 3))
  })

  it('orders articles with the same time by id', async () => {
    await store(20, { publishedAt: `timestamptz '2026-11-21'` })
    const { rows } = await pool.query('select id from articles order by id desc limit 15')
    expect((await listHome(db)).map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  })

  it('is empty without articles', async () => {
    expect(await listHome(db)).toEqual([])
  })

  it('depends on every article', async () => {
    expect((await renderPageWithContext(() => listHome(db))).tags).toEqual(new Set(['articles']))
  })
})

describe('listBreaking', () => {
  it('lists the headlines of the five newest breaking articles, newest first', async () => {
    await store(12)
    await pool.query(`update articles set is_breaking = true where title not in ('Story 1', 'Story 4')`)
    const headlines = await listBreaking(db)
    expect(titles(headlines)).toEqual(['Story 2', 'Story 3', 'Story 5', 'Story 6', 'Story 7'])
    expect(headlines[0]).toEqual({
      id: expect.any(String),
      path: expect.stringMatching(/^.article.[0-9a-f-]{36}.story-2$/),
      title: 'Story 2',
    })
  })

  it('is empty without breaking articles', async () => {
    await store(3)
    expect(await listBreaking(db)).toEqual([])
  })

  it('depends on breaking articles only', async () => {
    expect((await renderPageWithContext(() => listBreaking(db))).tags).toEqual(new Set(['breaking']))
  })
})

describe('an article card', () => {
  it('has the fields of a list, with a sanitised summary and no body', async () => {
    await pool.query(`insert into articles (title, summary, content, author, category, image_url, published_at) values
      ('A < B', '<b>Bold</b> <img src=x onerror=alert(1)><script>alert(1)</script>&amp; clear', 'Body', 'A. Writer', 'TV',
       'https://courier.example/1.jpg', '2026-11-21T09:30:00.123456Z')`)
    const [card] = await listHome(db)
    expect(card).toEqual({
      id: expect.any(String),
      path: expect.stringMatching(/^\/article\/[0-9a-f-]{36}\/a-b$/),
      title: 'A < B',
      summary: '<b>Bold</b> &amp; clear',
      author: 'A. Writer',
      category: 'TV',
      image: { key: expect.stringMatching(/^[0-9a-f]{14}$/) },
      isBreaking: false,
      publishedAt: '2026-11-21T09:30:00.123Z',
      sourceName: null,
    })
  })

  it.each([
    [true, 'https://courier.example/1.jpg'],
    [true, 'HTTP://courier.example/1.jpg'],
    [true, '/samples/news-1.webp'],
    [false, null],
    [false, ''],
    [false, 'javascript:alert(1)'],
    [false, 'data:image/png;base64,AAAA'],
    [false, 'file:///etc/passwd'],
    [false, '/etc/passwd'],
    [false, 'not an address'],
  ])('has an image: %s, with the image_url %s', async (hasImage, imageUrl) => {
    await pool.query('insert into articles (title, image_url) values ($1, $2)', ['A story', imageUrl])
    const [card] = await listHome(db)
    expect(card?.image !== null).toBe(hasImage)
  })
})

describe('listCategory', () => {
  async function pagesOf(category: Category): Promise<string[][]> {
    const pages: string[][] = []
    let before: string | undefined
    do {
      const { articles, next } = await listCategory(db, category, before)
      pages.push(titles(articles))
      before = next ?? undefined
    } while (before)
    return pages
  }

  it('lists the articles of one category, and all articles for News', async () => {
    for (const category of listCategories()) await store(2, { category })
    for (const category of listCategories()) {
      const { articles, next } = await listCategory(db, category)
      expect(next).toBeNull()
      if (category === 'News') expect(articles).toHaveLength(20)
      else expect(articles.map((card) => card.category)).toEqual([category, category])
    }
  })

  it.each([
    [0, [0]],
    [23, [23]],
    [24, [24]],
    [25, [24, 1]],
    [60, [24, 24, 12]],
  ])('divides %i articles into pages of %j, newest first', async (count, sizes) => {
    await store(count, { category: 'Sport' })
    const pages = await pagesOf('Sport')
    expect(pages.map(({ length }) => length)).toEqual(sizes)
    expect(pages.flat()).toEqual(stories(1, count))
  })

  it.each([
    ['the same time', `timestamptz '2026-11-21 09:30:00.123456'`],
    ['times a microsecond apart', `timestamptz '2026-11-21 09:30:00.123' + n * interval '1 microsecond'`],
    [
      'a few different times',
      `timestamptz '2026-11-21 09:30:00.999999' - (n % 3) * interval '1 microsecond'`,
    ],
  ])('neither repeats nor omits articles with %s', async (_, publishedAt) => {
    await store(100, { category: 'Money', publishedAt })
    const { rows } = await pool.query('select title from articles order by published_at desc, id desc')
    for (const category of ['Money', 'News'] as const) {
      expect((await pagesOf(category)).flat()).toEqual(titles(rows))
    }
  })

  it('continues at the same position after a new article or the deletion of the last one', async () => {
    await store(60, { category: 'Sport' })
    const first = await listCategory(db, 'Sport')
    await pool.query(
      `insert into articles (title, category, published_at) values ('New', 'Sport', '2027-01-01')`,
    )
    await pool.query(`delete from articles where title = 'Story 24'`)
    const second = await listCategory(db, 'Sport', first.next ?? '')
    expect(titles(second.articles)).toEqual(stories(25, 48))
  })

  it.each([
    '',
    'nonsense',
    '2026-11-21',
    '2026-11-21T09:30:00.000000Z_nobody',
    '2026-11-21T09:30:00.000000Z_00000000-0000-4000-8000-00000000000',
    '2026-13-41T99:99:99.000000Z_00000000-0000-4000-8000-000000000001',
    '2026-02-30T09:30:00.000000Z_00000000-0000-4000-8000-000000000001',
    '0000-01-01T00:00:00.000000Z_00000000-0000-4000-8000-000000000001',
    `2026-11-21T09:30:00.000000Z_00000000-0000-4000-8000-000000000001' or true --`,
  ])('returns the first page for the cursor "%s"', async (cursor) => {
    await store(3, { category: 'Sport' })
    expect(titles((await listCategory(db, 'Sport', cursor)).articles)).toEqual(stories(1, 3))
  })

  it('has no next page after the oldest article', async () => {
    await store(3, { category: 'Sport' })
    const cursor = '1999-01-01T00:00:00.000000Z_00000000-0000-4000-8000-000000000001'
    expect(await listCategory(db, 'Sport', cursor)).toEqual({ articles: [], next: null })
  })

  it('depends on the articles of its category, or all articles for News', async () => {
    expect((await renderPageWithContext(() => listCategory(db, 'TV'))).tags).toEqual(new Set(['category:TV']))
    expect((await renderPageWithContext(() => listCategory(db, 'News'))).tags).toEqual(new Set(['articles']))
  })
})
