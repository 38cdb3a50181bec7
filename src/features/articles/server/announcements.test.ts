import type pg from 'pg'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'

const A = '00000000-0000-4000-8000-00000000000a'
const B = '00000000-0000-4000-8000-00000000000b'
const END = 'end of the test’s own changes'

const database = await createTestDatabase()
const listener = new DatabaseClient({ connectionString: database.url })
await listener.connect()
await listener.query('listen masthead_live')

afterAll(async () => {
  await listener.end()
  await database.drop()
})
beforeEach(() =>
  announcementsOf(`
    delete from articles;
    insert into articles (id, title, category) values ('${A}', 'A', 'Sport'), ('${B}', 'B', 'Money')`),
)

/** The statements are one transaction by default. */
async function announcementsOf(sql: string): Promise<unknown[]> {
  const heard: unknown[] = []
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const hear = ({ payload = '' }: pg.Notification) => {
    if (payload === END) resolve()
    else heard.push(JSON.parse(payload))
  }
  listener.on('notification', hear)
  await database.pool.query(sql)
  await database.pool.query(`select pg_notify('masthead_live', $1)`, [END])
  await end
  listener.off('notification', hear)
  return heard
}

describe('articles', () => {
  it('announce an insert with the id, category and breaking flag of the article', async () => {
    const id = '00000000-0000-4000-8000-00000000000c'
    const insert = `insert into articles (id, title, category, is_breaking) values ('${id}', 'C', 'TV', true)`
    expect(await announcementsOf(insert)).toEqual([
      { table: 'articles', op: 'INSERT', id, categories: ['TV'], breaking: true },
    ])
  })

  it('announce an update with the previous and new category and breaking flag', async () => {
    expect(
      await announcementsOf(`update articles set category = 'Health', is_breaking = true where id = '${A}'`),
    ).toEqual([{ table: 'articles', op: 'UPDATE', id: A, categories: ['Sport', 'Health'], breaking: true }])
    expect(await announcementsOf(`update articles set is_breaking = false where id = '${A}'`)).toEqual([
      { table: 'articles', op: 'UPDATE', id: A, categories: ['Health', 'Health'], breaking: true },
    ])
  })

  it.each(['title', 'summary', 'content', 'author', 'image_url', 'source_url', 'source_name'])(
    'announce a change of the column %s',
    async (column) => {
      const update = `update articles set ${column} = 'https://new.example/' where id = '${A}'`
      expect(await announcementsOf(update)).toMatchObject([{ op: 'UPDATE', id: A }])
    },
  )

  it('announce a delete', async () => {
    expect(await announcementsOf(`delete from articles where id = '${B}'`)).toEqual([
      { table: 'articles', op: 'DELETE', id: B, categories: ['Money'], breaking: false },
    ])
  })

  it('announce each article of a statement', async () => {
    const heard = await announcementsOf(`update articles set author = 'Someone'`)
    expect(heard).toHaveLength(2)
    expect(heard).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: A }), expect.objectContaining({ id: B })]),
    )
  })

  it('announce a large statement once, without an id', async () => {
    const insert = `insert into articles (title) select 'Story ' || n from generate_series(1, 101) as n`
    expect(await announcementsOf(insert)).toEqual([{ table: 'articles', op: 'INSERT' }])
    expect(await announcementsOf(`update articles set author = 'Someone'`)).toEqual([
      { table: 'articles', op: 'UPDATE' },
    ])
    expect(await announcementsOf('delete from articles')).toEqual([{ table: 'articles', op: 'DELETE' }])
  })

  it('announce a truncate and a changed id as a change of everything', async () => {
    const other = '00000000-0000-4000-8000-00000000000d'
    const update = `update articles set id = '${other}' where id = '${A}'`
    expect(await announcementsOf(update)).toEqual([{ table: 'articles', op: 'UPDATE' }])
    expect(await announcementsOf('truncate articles cascade')).toContainEqual({
      table: 'articles',
      op: 'TRUNCATE',
    })
  })

  it.each([
    ['an update that changes nothing', 'update articles set title = title'],
    ['a statement that matches no article', `delete from articles where title = 'Nobody'`],
    ['a rolled-back change', 'begin; delete from articles; rollback'],
  ])('do not announce %s', async (_, sql) => {
    expect(await announcementsOf(sql)).toEqual([])
  })
})

describe('site settings', () => {
  it.each([
    ['INSERT', `insert into site_settings values ('contact_page', '<p>Write to us.</p>')`],
    ['UPDATE', `update site_settings set setting_value = 'The Courier' where setting_name = 'site_name'`],
    ['DELETE', `delete from site_settings where setting_name = 'contact_page'`],
    ['TRUNCATE', 'truncate site_settings'],
  ])('announce an %s', async (op, sql) => {
    expect(await announcementsOf(sql)).toEqual([{ table: 'site_settings', op }])
  })
})
