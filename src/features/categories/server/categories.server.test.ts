import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import {
  categoryName,
  categoryOfPath,
  categoryPath,
  menuCategories,
  setCategories,
} from '#kernel/category.ts'
import { contrast } from '#kernel/contrast.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { interruptCommits } from '#platform/testing/interrupt-transaction.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { type CategoryForm, EMPTY_CATEGORY } from '../rules/category-form.ts'
import { listCategoryRows, mergeCategories, moveCategory, saveCategory } from './categories.server.ts'
import { categoryColours, loadCategories } from './load-categories.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const { rows: FIRST } = await pool.query('select * from categories')
afterAll(() => database.drop())

async function restore(): Promise<void> {
  await pool.query('delete from articles; delete from feeds; delete from redirects; delete from categories')
  await pool.query('insert into categories select * from json_populate_recordset(null::categories, $1)', [
    JSON.stringify(FIRST),
  ])
}

beforeEach(restore)
afterEach(() => setCategories(inject('categories')))

const save = (form: Partial<CategoryForm> & { key?: string }) =>
  saveCategory(db, COMMAND_LINE_ACTOR, { ...EMPTY_CATEGORY, ...form, key: form.key ?? null })
const merge = (key: string, intoKey: string) => mergeCategories(db, COMMAND_LINE_ACTOR, { key, intoKey })

async function publish(category: string, count = 1): Promise<void> {
  await pool.query(
    `insert into articles (title, category) select 'Story ' || n, $1 from generate_series(1, $2) n`,
    [category, count],
  )
}

const redirects = async () =>
  (await pool.query('select from_path, target from redirects order by from_path')).rows.map(
    ({ from_path, target }) => `${from_path} ${target}`,
  )
const countByCategory = async () =>
  Object.fromEntries(
    (await pool.query('select category, count(*)::int from articles group by 1 order by 1')).rows.map(
      ({ category, count }) => [category, count],
    ),
  )

it.each(FIRST.filter(({ colour }) => colour))(
  'the colours of $name have sufficient contrast on light and dark pages (WCAG 1.4.3)',
  (row) => {
    for (const background of ['#ffffff', '#f7f4ef'])
      expect(contrast(row.colour, background)).toBeGreaterThanOrEqual(4.5)
    for (const background of ['#131211', '#1c1a18'])
      expect(contrast(row.dark_colour, background)).toBeGreaterThanOrEqual(4.5)
  },
)

describe('a new category', () => {
  it('gets its key and address from the name, and the last place in the menu', async () => {
    expect(await save({ name: 'Food & Drink', colour: '#0a58a8' })).toEqual({ kind: 'saved' })
    expect(await loadCategories(db)).toBe(true)
    expect(menuCategories().at(-1)).toEqual({ key: 'food-drink', name: 'Food & Drink', path: '/food-drink' })
    expect(categoryColours()).toContain('.category-food-drink{color:light-dark(#0a58a8,')
    expect(await loadCategories(db)).toBe(false)
    await publish('food-drink')
  })

  it.each([
    ['a taken name', { name: 'sport' }, 'taken'],
    ['a taken address', { name: 'Games', slug: 'sport' }, 'slug-taken'],
    ['a reserved address', { name: 'Search' }, 'slug-taken'],
    ['no Latin letters', { name: 'Спорт' }, 'slug-taken'],
  ])('is refused with %s', async (_, form, kind) => {
    expect(await save(form)).toEqual({ kind })
    expect(await listCategoryRows(db)).toHaveLength(10)
  })

  it('is refused once there are 50, or 200 with merged ones, since every page contains them all', async () => {
    await pool.query(
      `insert into categories (key, name, slug, position, is_in_menu, is_hidden)
       select 'c' || n, 'C' || n, 'c' || n, 100 + n, true, false from generate_series(1, 40) n`,
    )
    expect(await save({ name: 'Games' })).toEqual({ kind: 'full' })
    await pool.query(`update categories set merged_into = 'News' where key ~ '^c'`)
    expect(await save({ name: 'Games' })).toEqual({ kind: 'saved' })
    await pool.query(
      `insert into categories (key, name, slug, position, is_in_menu, is_hidden, merged_into)
       select 'd' || n, 'D' || n, 'd' || n, 200 + n, false, false, 'News' from generate_series(1, 149) n`,
    )
    expect(await save({ name: 'Chess' })).toEqual({ kind: 'used-up' })
    expect(await save({ key: 'Sport', name: 'Games and sport' })).toEqual({ kind: 'saved' })
  })
})

describe('a rename', () => {
  it('keeps the key of articles, and redirects the former page and its feeds', async () => {
    await publish('Sport', 2)
    expect(await save({ key: 'Sport', name: 'Football', slug: 'football' })).toEqual({ kind: 'saved' })
    await loadCategories(db)
    expect(categoryName('Sport')).toBe('Football')
    expect(categoryPath('Sport')).toBe('/football')
    expect(categoryOfPath('sport')).toBeUndefined()
    expect(await countByCategory()).toEqual({ Sport: 2 })
    expect(await redirects()).toEqual([
      '/sport /football',
      '/sport/atom.xml /football/atom.xml',
      '/sport/feed.json /football/feed.json',
      '/sport/feed.xml /football/feed.xml',
    ])
    // Back again, there is no loop.
    await save({ key: 'Sport', name: 'Sport', slug: 'sport' })
    expect(await redirects()).toContain('/football /sport')
    expect(await redirects()).not.toContain('/sport /football')
  })

  it('cannot give the former name to another category', async () => {
    await save({ key: 'Sport', name: 'Football', slug: 'football' })
    expect(await save({ name: 'Sport' })).toEqual({ kind: 'taken' })
  })

  it('is recorded in the audit log', async () => {
    await save({ key: 'Money', name: 'Business' })
    const { rows } = await pool.query(`select action, changes from audit_log where subject_id = 'Money'`)
    expect(rows).toEqual([
      { action: 'category.update', changes: { name: { from: 'Money', to: 'Business' } } },
    ])
  })
})

it('hides a category with its page, but never the general one', async () => {
  expect(await save({ key: 'Travel', name: 'Travel', isHidden: true })).toEqual({ kind: 'saved' })
  expect(await save({ key: 'News', name: 'News', isHidden: true })).toEqual({ kind: 'general' })
  await loadCategories(db)
  expect(categoryOfPath('travel')).toBeUndefined()
  expect(categoryPath('Travel')).toBe('/news')
  expect(categoryName('Travel')).toBe('Travel')
})

it('finds the general category by its path, even after a hidden one', async () => {
  await moveCategory(db, COMMAND_LINE_ACTOR, { key: 'Politics', direction: 'up' })
  await save({ key: 'Politics', name: 'Politics', isHidden: true })
  await loadCategories(db)
  expect(categoryPath('Politics')).toBe('/news')
  expect(categoryOfPath('news')).toBe('News')
})

it('moves a category in the menu', async () => {
  await moveCategory(db, COMMAND_LINE_ACTOR, { key: 'Sport', direction: 'up' })
  await moveCategory(db, COMMAND_LINE_ACTOR, { key: 'News', direction: 'up' })
  const keys = (await listCategoryRows(db)).map(({ key }) => key)
  expect(keys.slice(0, 3)).toEqual(['News', 'Sport', 'Politics'])
})

describe('a merge', () => {
  it('moves articles and feeds, and redirects the page', async () => {
    await publish('Science', 3)
    await publish('Technology', 1)
    await pool.query(`insert into feeds (url, category) values ('https://a.example/', 'Science')`)
    expect(await merge('Science', 'Technology')).toEqual({ kind: 'saved' })
    expect(await countByCategory()).toEqual({ Technology: 4 })
    expect((await pool.query('select category from feeds')).rows).toEqual([{ category: 'Technology' }])
    expect((await pool.query('select distinct category from article_list')).rows).toEqual([
      { category: 'Technology' },
    ])
    expect(await redirects()).toContain('/science /technology')
    await loadCategories(db)
    expect(categoryPath('Science')).toBe('/technology')
    expect((await listCategoryRows(db)).find(({ key }) => key === 'Technology')).toMatchObject({
      articles: 4,
    })
  })

  it('of a category that has others leads these to the last one, and what is stored later too', async () => {
    await merge('TV', 'Showbiz')
    await merge('Showbiz', 'Sport')
    await publish('TV')
    await publish('Showbiz')
    expect(await countByCategory()).toEqual({ Sport: 2 })
  })

  it('refuses the general category, itself and what is merged already', async () => {
    expect(await merge('News', 'Sport')).toEqual({ kind: 'general' })
    expect(await merge('Sport', 'Sport')).toEqual({ kind: 'gone' })
    await merge('TV', 'Showbiz')
    expect(await merge('TV', 'Sport')).toEqual({ kind: 'gone' })
    expect(await merge('Sport', 'TV')).toEqual({ kind: 'gone' })
  })

  it.each([
    ['stores an article', `insert into articles (title, category) values ('New', 'Health')`, ''],
    [
      'publishes changes of an article',
      `select from articles where title = 'Story 1' for update`,
      `update articles set summary = 'Changed', category = 'Health' where title = 'Story 1'`,
    ],
    [
      'publishes a draft',
      `select from article_list for update`,
      `insert into articles (title, category) values ('New', 'Health')`,
    ],
    [
      'ingests a feed',
      `select from feeds for no key update`,
      `insert into articles (title, category) values ('New', 'Health')`,
    ],
  ])('waits for a transaction that %s, and takes its article along', async (_, first, second) => {
    await publish('Health')
    await pool.query(`insert into feeds (url, category) values ('https://a.example/', 'Health')`)
    const other = await pool.connect()
    await other.query(`begin; ${first}`)
    const merging = merge('Health', 'Science')
    const isWaiting = async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      if (rows.length === 0) throw new Error('The merge does not wait yet')
    }
    await eventually(isWaiting)
    await other.query(`${second}; commit`)
    other.release()
    expect(await merging).toEqual({ kind: 'saved' })
    const { rows } = await pool.query('select count(*)::int as count from articles')
    expect(await countByCategory()).toEqual({ Science: rows[0].count })
    expect((await pool.query('select distinct category from article_list')).rows).toEqual([
      { category: 'Science' },
    ])
  })

  it('is done completely or not at all when the connection is lost', async () => {
    const readAll = async () => [await countByCategory(), await redirects(), await listCategoryRows(db)]
    const commits = await interruptCommits(pool, {
      async prepare() {
        await restore()
        await publish('Health', 3)
        return {
          work: () => merge('Health', 'Science'),
          async expectDone() {
            expect(await countByCategory()).toEqual({ Science: 3 })
            expect(await redirects()).toContain('/health /science')
          },
        }
      },
      readAll,
    })
    expect(commits).toBeGreaterThan(0)
  })
})
