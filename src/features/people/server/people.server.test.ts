import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { writeByline } from '../rules/byline.ts'
import { EMPTY_PERSON, MAX_ALIASES, type PersonForm } from '../rules/person.ts'
import { linkByline, listAliases, listPlainBylines, unlinkByline } from './bylines.server.ts'
import {
  deletePerson,
  findPersonForm,
  listPeople,
  listPeopleNames,
  mergePeople,
  savePerson,
} from './people.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
beforeEach(() =>
  pool.query(
    'delete from articles; delete from authors; delete from audit_log; delete from users; delete from redirects',
  ),
)
afterAll(() => database.drop())

const by = COMMAND_LINE_ACTOR
async function create(name: string, form: Partial<PersonForm> = {}): Promise<string> {
  const id = randomUUID()
  const outcome = await savePerson(db, by, { ...EMPTY_PERSON, ...form, id, isNew: true, name })
  expect(outcome).toEqual({ kind: 'saved' })
  return id
}
const change = (id: string, form: Partial<PersonForm>) =>
  savePerson(db, by, { ...EMPTY_PERSON, name: 'Ada', ...form, id, isNew: false })
const redirects = async () =>
  (await pool.query(`select from_path, target from redirects where from_path !~ '[.]' order by from_path`))
    .rows
const chosen = async () =>
  (
    await pool.query(
      'select article_id, author_id, name, role from article_authors order by article_id, position',
    )
  ).rows

async function publish(people: { id: string; name?: string; role?: string }[], author = ''): Promise<string> {
  const byline = writeByline(people.map(({ id, name = 'Name then', role = '' }) => ({ id, name, role })))
  const { rows } = await pool.query(
    `insert into articles (title, byline, author) values ('Tea', $1, $2) returning id`,
    [byline, author],
  )
  return rows[0].id
}

it('creates, changes and deletes a person once, with a record', async () => {
  const id = await create('Siân Ní Mháille', { links: 'https://a.example\nhttps://b.example' })
  expect(await savePerson(db, by, { ...EMPTY_PERSON, id, isNew: true, name: 'Siân' })).toEqual({
    kind: 'saved',
  })
  expect(await listPeople(db)).toEqual([
    { id, slug: 'sian-ni-mhaille', name: 'Siân', imageUrl: null, articles: 0 },
  ])
  expect(await listPeopleNames(db)).toEqual([{ id, name: 'Siân' }])
  await deletePerson(db, by, id)
  await deletePerson(db, by, id)
  expect(await change(id, {})).toEqual({ kind: 'gone' })
  expect(await findPersonForm(db, id)).toBeNull()
  const { rows } = await pool.query('select action, subject from audit_log order by id')
  expect(rows).toEqual([
    { action: 'person.create', subject: 'Siân Ní Mháille' },
    { action: 'person.update', subject: 'Siân' },
    { action: 'person.delete', subject: 'Siân' },
  ])
})

it('numbers the addresses of namesakes, and redirects former ones', async () => {
  const first = await create('Ada')
  const second = await create('Ada')
  expect((await listPeople(db)).map(({ slug }) => slug).sort()).toEqual(['ada', 'ada-2'])
  expect(await change(second, { slug: 'ada' })).toEqual({ kind: 'slug-taken' })
  expect(await change(first, { slug: 'ada-lovelace' })).toEqual({ kind: 'saved' })
  expect(await redirects()).toEqual([{ from_path: '/author/ada', target: '/author/ada-lovelace' }])
  // Back to the former address, which must not redirect to itself.
  expect(await change(first, { slug: 'ada' })).toEqual({ kind: 'saved' })
  expect(await redirects()).toEqual([{ from_path: '/author/ada-lovelace', target: '/author/ada' }])
})

it('refuses an account that another person has', async () => {
  const { rows } = await pool.query(
    `insert into users (full_name, email, role) values ('Ada', 'ada@example.org', 'author') returning id`,
  )
  const userId = rows[0].id
  await create('Ada', { userId })
  const other = await create('Grace')
  expect(await change(other, { userId })).toEqual({ kind: 'account-taken' })
})

it('derives the people of an article from its byline, and keeps the names of deleted ones', async () => {
  const [ada, grace] = [await create('Ada'), await create('Grace')]
  const article = await publish([{ id: ada }, { id: grace, role: 'Photographs' }])
  expect((await listPeople(db)).map(({ articles }) => articles)).toEqual([1, 1])
  await deletePerson(db, by, ada)
  expect(await chosen()).toEqual([
    { article_id: article, author_id: null, name: 'Name then', role: '' },
    { article_id: article, author_id: grace, name: 'Name then', role: 'Photographs' },
  ])
  await pool.query('update articles set byline = null')
  expect(await chosen()).toEqual([])
})

it('merges a person into another, also in texts that are published later', async () => {
  const from = await create('A. Lovelace', { biography: 'Mathematician', links: 'https://a.example' })
  const into = await create('Ada Lovelace', { links: 'https://b.example' })
  const [one, both] = [await publish([{ id: from }]), await publish([{ id: into }, { id: from }])]
  await linkByline(db, by, { name: 'Lovelace', authorId: from })
  expect(await mergePeople(db, by, { id: into, intoId: into })).toEqual({ kind: 'gone' })
  expect(await mergePeople(db, by, { id: from, intoId: into })).toEqual({ kind: 'merged' })
  expect(await mergePeople(db, by, { id: from, intoId: into })).toEqual({ kind: 'gone' })
  const later = await publish([{ id: from }, { id: into }])
  expect((await chosen()).map((row) => [row.article_id, row.author_id])).toEqual(
    [one, both, later].sort().map((article) => [article, into]),
  )
  expect(await redirects()).toEqual([{ from_path: '/author/a-lovelace', target: '/author/ada-lovelace' }])
  expect(await listAliases(db, into)).toEqual(['Lovelace'])
  expect(await findPersonForm(db, into)).toMatchObject({
    ...{ biography: 'Mathematician', links: 'https://b.example' },
  })
})

it('lists bylines without a person, and links and unlinks them', async () => {
  for (const author of ['Jo Smith', 'Jo Smith', 'PA Media', '']) await publish([], author)
  const ada = await create('Ada')
  await publish([{ id: ada }], 'Ada')
  expect(await listPlainBylines(db, '')).toEqual({
    bylines: [
      { name: 'Jo Smith', articles: 2 },
      { name: 'PA Media', articles: 1 },
    ],
    total: 2,
  })
  expect(await listPlainBylines(db, 'SMITH')).toMatchObject({ total: 1 })
  expect(await linkByline(db, by, { name: 'Jo Smith', authorId: randomUUID() })).toEqual({ kind: 'gone' })
  expect(await linkByline(db, by, { name: 'Jo Smith', authorId: ada })).toEqual({ kind: 'linked' })
  expect(await listPlainBylines(db, '')).toMatchObject({ bylines: [{ name: 'PA Media' }] })
  expect(await listPeople(db)).toMatchObject([{ articles: 3 }])
  await unlinkByline(db, by, 'Jo Smith')
  expect(await listPeople(db)).toMatchObject([{ articles: 1 }])
})

it('limits the bylines of a person', async () => {
  const ada = await create('Ada')
  await pool.query(
    `insert into author_aliases select 'Name ' || n, $1 from generate_series(1, $2::int) as n`,
    [ada, MAX_ALIASES],
  )
  expect(await linkByline(db, by, { name: 'One more', authorId: ada })).toEqual({ kind: 'full' })

  const bea = await create('Bea')
  await linkByline(db, by, { name: 'Bea', authorId: bea })
  expect(await mergePeople(db, by, { id: bea, intoId: ada })).toEqual({ kind: 'full' })
  expect(await listAliases(db, bea)).toEqual(['Bea'])
  await unlinkByline(db, by, 'Name 1')
  expect(await mergePeople(db, by, { id: bea, intoId: ada })).toEqual({ kind: 'merged' })
  expect(await listAliases(db, ada)).toHaveLength(MAX_ALIASES)
})

it.each(['merged', 'deleted'] as const)(
  'publishing waits for a person of the byline who is being %s',
  async (end) => {
    const [from, into] = [await create('Ada'), await create('Bea')]
    const client = await pool.connect()
    await client.query('begin')
    await client.query('delete from authors where id = $1', [from])
    if (end === 'merged')
      await client.query('insert into merged_authors (id, author_id) values ($1, $2)', [from, into])
    const publishing = publish([{ id: from }])
    const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await eventually(async () => expect((await pool.query(isWaiting)).rowCount).toBe(1))
    await client.query('commit')
    client.release()
    await publishing
    expect(await chosen()).toMatchObject([{ author_id: end === 'merged' ? into : null, name: 'Name then' }])
  },
)
