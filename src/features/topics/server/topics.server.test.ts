import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { MAX_TOPICS } from '../rules/topic.ts'
import { deleteTopic, listTopics, saveTopic } from './topics.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
beforeEach(() => pool.query('delete from topics; delete from audit_log'))
afterAll(() => database.drop())

const by = COMMAND_LINE_ACTOR
const save = (name: string, id: string = randomUUID(), description = '') =>
  saveTopic(db, by, { id, isNew: true, name, description })
const change = (name: string, id: string) => saveTopic(db, by, { id, isNew: false, name, description: '' })
const audit = async () =>
  (await pool.query('select action, subject, changes from audit_log order by id')).rows

it('creates, renames and deletes a topic, which keeps its slug', async () => {
  const id = randomUUID()
  expect(await save('Climate', id)).toEqual({ kind: 'saved' })
  expect(await save('Climate crisis', id, 'Floods and fires')).toEqual({ kind: 'saved' })
  expect(await listTopics(db)).toEqual([
    { id, slug: 'climate', name: 'Climate crisis', description: 'Floods and fires', articles: 0 },
  ])
  await deleteTopic(db, by, id)
  await deleteTopic(db, by, id)
  expect(await listTopics(db)).toEqual([])
  expect(await audit()).toMatchObject([
    { action: 'topic.create', subject: 'Climate' },
    { action: 'topic.update', changes: { name: { from: 'Climate', to: 'Climate crisis' } } },
    { action: 'topic.delete', subject: 'Climate crisis' },
  ])
})

it('stores a retry once', async () => {
  const id = randomUUID()
  await Promise.all([save('Climate', id), save('Climate', id)])
  expect(await listTopics(db)).toHaveLength(1)
  expect(await audit()).toHaveLength(1)
})

it('refuses the name of another topic in any case, and numbers slugs', async () => {
  const id = randomUUID()
  await save('C', id)
  expect(await save('c')).toEqual({ kind: 'taken', id })
  await save('C++')
  expect(await listTopics(db)).toMatchObject([{ slug: 'c' }, { slug: 'c-2' }])
  const outcomes = await Promise.all(['Sport', 'sport', 'SPORT'].map((name) => save(name)))
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['saved', 'taken', 'taken'])
})

it('does not create a deleted topic again when somebody saves it', async () => {
  const id = randomUUID()
  expect(await change('Climate', id)).toEqual({ kind: 'gone' })
  await save('Climate', id)
  const other = await pool.connect()
  await other.query('begin')
  await other.query('delete from topics where id = $1', [id])
  const outcome = change('Weather', id)
  const isWaiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await eventually(async () => expect((await pool.query(isWaiting)).rowCount).toBe(1))
  await other.query('commit')
  other.release()
  expect(await outcome).toEqual({ kind: 'gone' })
  expect(await listTopics(db)).toEqual([])
})

it('limits the number of topics, but not their changes', async () => {
  const id = randomUUID()
  await save('First', id)
  await pool.query(
    "insert into topics (id, slug, name) select gen_random_uuid(), 's' || n, 'Name ' || n from generate_series(2, $1::int) as n",
    [MAX_TOPICS],
  )
  expect(await save('One more')).toEqual({ kind: 'full' })
  expect(await change('Renamed', id)).toEqual({ kind: 'saved' })
})
