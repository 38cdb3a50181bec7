import { afterAll, describe, expect, it } from 'vitest'
import { listCategories } from '#kernel/category-lists.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'

const database = await createTestDatabase()
const { pool } = database
afterAll(() => database.drop())

function insert(row: Record<string, unknown>) {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  return pool.query(`insert into articles (${columns}) values (${places}) returning *`, Object.values(row))
}

describe('the table articles', () => {
  it('has defaults for an article that was written by hand', async () => {
    const { rows } = await insert({ title: 'A title and no more' })
    expect(rows).toMatchObject([
      {
        summary: '',
        content: '',
        author: '',
        category: 'News',
        image_url: null,
        is_breaking: false,
        updated_at: null,
        source_url: null,
        source_name: null,
        origin: 'editor',
        feed_id: null,
      },
    ])
    expect(Date.now() - rows[0].published_at.getTime()).toBeLessThan(60_000)
  })

  it.each(listCategories())('accepts an article of the category %s', async (category) => {
    await expect(insert({ title: 'A story', category })).resolves.toBeDefined()
  })

  it.each([
    ['a blank title', 'articles_title_check', { title: '  ' }],
    [
      'an unknown category',
      'articles_category_categories_key_fk',
      { title: 'A story', category: 'Gardening' },
    ],
    ['an unknown origin', 'articles_origin_check', { title: 'A story', origin: 'dream' }],
    ['an unknown feed', 'articles_feed_id_feeds_id_fk', { title: 'A story', feed_id: crypto.randomUUID() }],
  ])('rejects %s', async (_, constraint, row) => {
    await expect(insert(row)).rejects.toMatchObject({ constraint })
  })
})

describe('the table article_identities', () => {
  it('rejects a duplicate key', async () => {
    const add = () => pool.query(`insert into article_identities (key) values ('link:courier.example/1')`)
    await add()
    await expect(add()).rejects.toMatchObject({ code: '23505', constraint: 'article_identities_pkey' })
  })

  it('keeps the keys of a deleted article as tombstones', async () => {
    const { rows } = await insert({ title: 'A story' })
    await pool.query(`insert into article_identities (key, article_id) values ('guid:x:1', $1)`, [rows[0].id])
    await pool.query('delete from articles where id = $1', [rows[0].id])
    const { rows: keys } = await pool.query(
      `select article_id from article_identities where key = 'guid:x:1'`,
    )
    expect(keys).toEqual([{ article_id: null }])
  })
})
