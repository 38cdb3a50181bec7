import { afterAll, describe, expect, inject, it } from 'vitest'
import { listCategories } from '#kernel/category-lists.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { migrateDatabase } from '#platform/database/migrate-database.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'

const database = await createTestDatabase()
const { pool } = database
afterAll(() => database.drop())

describe('the table feeds', () => {
  it('has defaults for a new feed', async () => {
    const { rows } = await pool.query(`insert into feeds (url) values ('https://a.example/feed') returning *`)
    expect(rows).toMatchObject([
      {
        title: '',
        category: 'News',
        enabled: true,
        etag: null,
        last_modified: null,
        last_checked_at: null,
        last_success_at: null,
        failure_count: 0,
        last_error: null,
      },
    ])
    expect(rows[0].next_check_at).toBeInstanceOf(Date)
  })

  it.each([
    ['a second feed with the same address', 'feeds_url_key', { url: 'https://a.example/feed' }],
    ['an address of another scheme', 'feeds_url_check', { url: 'ftp://b.example/feed' }],
    [
      'an unknown category',
      'feeds_category_categories_key_fk',
      { url: 'https://b.example/feed', category: 'Gardening' },
    ],
    [
      'a category in lower case',
      'feeds_category_categories_key_fk',
      { url: 'https://b.example/feed', category: 'sport' },
    ],
    [
      'a negative failure count',
      'feeds_failure_count_check',
      { url: 'https://b.example/feed', failure_count: -1 },
    ],
  ])('rejects %s', async (_, constraint, row) => {
    const columns = Object.keys(row)
    const places = columns.map((_, index) => `$${index + 1}`)
    const insert = pool.query(`insert into feeds (${columns}) values (${places})`, Object.values(row))
    await expect(insert).rejects.toMatchObject({ constraint })
  })
})

describe('the default feeds', () => {
  it('cover all ten categories with unique web addresses and are due at once', async () => {
    const name = `migrated_${process.pid}`
    const admin = new DatabaseClient({ connectionString: inject('postgresUrl') })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const url = new URL(inject('postgresUrl'))
    url.pathname = name
    await migrateDatabase(url.href)
    const client = new DatabaseClient({ connectionString: url.href })
    await client.connect()
    const { rows } = await client.query(
      'select url, title, category, next_check_at <= now() as due from feeds',
    )
    expect(new Set(rows.map(({ category }) => category))).toEqual(new Set(listCategories()))
    for (const row of rows) expect(row).toMatchObject({ url: expect.stringMatching(/^https:/), due: true })
    expect(rows.every(({ title }) => title !== '')).toBe(true)
    await migrateDatabase(url.href)
    expect((await client.query('select from feeds')).rowCount).toBe(rows.length)
    await client.end()
    await admin.query(`drop database ${name}`)
    await admin.end()
  })
})
