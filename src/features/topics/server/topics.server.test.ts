import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { EMPTY_TOPIC, MAX_TOPICS, type TopicForm } from '../rules/topic.ts'
import { deleteTopic, listTopicNames, listTopics, mergeTopics, saveTopic } from './topics.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
beforeEach(() => pool.query('delete from topics; delete from audit_log; delete from redirects'))
afterAll(() => database.drop())

const by = COMMAND_LINE_ACTOR
const save = (name: string, id: string = randomUUID(), description = '') =>
  saveTopic(db, by, { ...EMPTY_TOPIC, id, isNew: true, name, description })
const change = (name: string, id: string, form: Partial<TopicForm> = {}) =>
  saveTopic(db, by, { ...EMPTY_TOPIC, id, isNew: false, name, ...form })
const audit = async () =>
  (await pool.query('select action, subject, changes from audit_log order by id')).rows

it('creates, renames and deletes a topic, which keeps its slug', async () => {
  const id = randomUUID()
  expect(await save('Climate', id)).toEqual({ kind: 'saved' })
  expect(await save('Climate crisis', id, 'Floods and fires')).toEqual({ kind: 'saved' })
  expect(await listTopics(db)).toEqual([
    {
      ...{ id, slug: 'climate', name: 'Climate crisis', description: 'Floods and fires' },
      ...{ imageUrl: null, articles: 0 },
    },
  ])
  expect(await listTopicNames(db)).toEqual([{ id, slug: 'climate', name: 'Climate crisis' }])
  await deleteTopic(db, by, id)
  await deleteTopic(db, by, id)
  expect(await listTopics(db)).toEqual([])
  expect(await audit()).toMatchObject([
    { action: 'topic.create', subject: 'Climate' },
    { action: 'topic.update', changes: { name: { from: 'Climate', to: 'Climate crisis' } } },
    { action: 'topic.delete', subject: 'Climate crisis' },
  ])
})

it('lists topics as the locale sorts them', async () => {
  onTestFinished(() => applyPlace(DEFAULT_PLACE))
  applyPlace({ ...DEFAULT_PLACE, locale: 'de-DE' })
  for (const name of ['Zoo', 'Öl', 'Oper', 'ägypten', 'Astronomie']) await save(name)
  for (const topics of [await listTopics(db), await listTopicNames(db)])
    expect(topics.map(({ name }) => name)).toEqual(['ägypten', 'Astronomie', 'Öl', 'Oper', 'Zoo'])
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

const redirects = async () =>
  (await pool.query(`select from_path, target from redirects where from_path !~ '[.]' order by from_path`))
    .rows

it('redirects former addresses', async () => {
  const [id, other] = [randomUUID(), randomUUID()]
  await save('Climate', id)
  await save('Weather', other)
  expect(await change('Climate', id, { slug: 'weather' })).toEqual({ kind: 'slug-taken' })
  expect(await change('Climate', id, { slug: 'climate-change' })).toEqual({ kind: 'saved' })
  expect(await redirects()).toEqual([{ from_path: '/topic/climate', target: '/topic/climate-change' }])
  expect(await change('Climate', id, { slug: 'climate' })).toEqual({ kind: 'saved' })
  expect(await redirects()).toEqual([{ from_path: '/topic/climate-change', target: '/topic/climate' }])
})

it('merges a topic into another with its articles and addresses', async () => {
  const [id, intoId, article, shared] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await save('Global warming', id, 'Floods and fires')
  await change('Global warming', id, { slug: 'warming' })
  await save('Climate', intoId)
  const insertDraft = (draft: string) =>
    pool.query(`insert into drafts (id, fields) values ($1, $2)`, [draft, EMPTY_ARTICLE])
  await Promise.all([article, shared].map(insertDraft))
  await pool.query('insert into article_topics values ($1, $3), ($2, $3), ($2, $4)', [
    article,
    shared,
    id,
    intoId,
  ])
  expect(await mergeTopics(db, by, { id, intoId: id })).toEqual({ kind: 'gone' })
  expect(await mergeTopics(db, by, { id, intoId })).toEqual({ kind: 'merged' })
  expect(await mergeTopics(db, by, { id, intoId })).toEqual({ kind: 'gone' })
  expect(await listTopics(db)).toMatchObject([{ id: intoId, articles: 2 }])
  expect(await redirects()).toEqual(
    ['global-warming', 'warming'].map((slug) => ({ from_path: `/topic/${slug}`, target: '/topic/climate' })),
  )
})
