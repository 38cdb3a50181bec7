import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { changeArticles } from '#features/desk/server/change-articles.server.ts'
import { listArticles } from '#features/desk/server/list-articles.server.ts'
import { EMPTY_TOPIC, MAX_ARTICLE_TOPICS } from '#features/topics/rules/topic.ts'
import { deleteTopic, listTopics, saveTopic } from '#features/topics/server/topics.server.ts'
import { ForbiddenError } from '#platform/http/with-user-message.server.ts'
import { createNewsroom, ID, NOW } from '../testing/newsroom.ts'
import { changeTopic, findArticleTopics } from './article-topics.server.ts'
import { deleteDraft } from './bin.server.ts'
import { exportArticle } from './export-article.server.ts'

const newsroom = await createNewsroom()
const { db, pool, ada, save, publish, open, row, audit, addPerson, ingest } = newsroom
const author = await addPerson('Cleo', 'author')
const contributor = await addPerson('Dan', 'contributor')

let climate: string
let water: string
beforeEach(async () => {
  await newsroom.clear()
  await pool.query('delete from topics')
  climate = await createTopic('Climate')
  water = await createTopic('Water')
  await pool.query('delete from audit_log')
})
afterAll(() => newsroom.database.drop())

async function createTopic(name: string): Promise<string> {
  const id = randomUUID()
  await saveTopic(db, COMMAND_LINE_ACTOR, { ...EMPTY_TOPIC, id, isNew: true, name })
  return id
}

const add = (topicId: string, by = ada, id = ID) => changeTopic(db, by, { id, kind: 'add-topic', topicId })
const remove = (topicId: string, by = ada) => changeTopic(db, by, { id: ID, kind: 'remove-topic', topicId })
const names = async () => (await findArticleTopics(db, ada, ID))?.topics.map(({ name }) => name)
const listed = async (topic: string) =>
  (await listArticles(db, { topic })).articles.map(({ id, topics }) => ({ id, topics }))

it('adds and removes topics, lists articles by topic, and records the names', async () => {
  await save({})
  expect(await add(water)).toEqual({ kind: 'changed', isChanged: true })
  expect(await add(climate)).toEqual({ kind: 'changed', isChanged: true })
  expect(await names()).toEqual(['Climate', 'Water'])
  expect(await listed('water')).toEqual([{ id: ID, topics: ['Climate', 'Water'] }])
  expect((await listTopics(db)).map(({ name, articles }) => [name, articles])).toEqual([
    ['Climate', 1],
    ['Water', 1],
  ])
  expect(await exportArticle(db, ID)).toMatchObject({ topics: ['Climate', 'Water'] })
  await remove(water)
  expect(await names()).toEqual(['Climate'])
  expect(await listed('water')).toEqual([])
  expect(await listed('unknown')).toEqual([])
  expect((await audit()).slice(1)).toMatchObject([
    { action: 'article.topics', subject: 'Tea', changes: { topics: { from: '', to: 'Water' } } },
    { action: 'article.topics', changes: { topics: { from: 'Water', to: 'Climate, Water' } } },
    { action: 'article.topics', changes: { topics: { from: 'Climate, Water', to: 'Climate' } } },
  ])
})

it('changes neither the text nor the published article', async () => {
  await save({})
  await publish()
  const before = [await open(), await row()]
  await add(climate)
  expect([await open(), await row()]).toEqual(before)
})

it('does the same change once', async () => {
  await save({})
  await add(climate)
  expect(await add(climate)).toEqual({ kind: 'changed', isChanged: false })
  await remove(climate)
  expect(await remove(climate)).toEqual({ kind: 'changed', isChanged: false })
  expect(await audit()).toHaveLength(3)
})

it('adds topics to articles of feeds', async () => {
  const id = await ingest('1', 'Flood')
  expect(await findArticleTopics(db, author, id)).toEqual({ topics: [], suggested: [], canChange: false })
  expect(await add(climate, ada, id)).toMatchObject({ kind: 'changed' })
  expect(await listed('climate')).toEqual([{ id, topics: ['Climate'] }])
})

it('suggests the categories of a held item, until they are added or the item is published', async () => {
  await pool.query(
    "insert into feeds (url, category, new_articles) values ('https://courier.example/feed', 'Sport', 'hold')",
  )
  await ingest('1', 'Flood')
  const { rows: drafts } = await pool.query('select id from drafts')
  const { id } = drafts[0]
  const suggested = async (by = ada) => (await findArticleTopics(db, by, id))?.suggested
  expect(await suggested()).toEqual([
    { id: climate, name: 'Climate' },
    { id: null, name: 'Tides' },
  ])
  expect(await suggested(author)).toEqual([])
  await add(climate, ada, id)
  expect(await suggested()).toEqual([{ id: null, name: 'Tides' }])
  await publish({ title: 'Flood' }, { id })
  expect(await suggested()).toEqual([])
})

it('lets people change the topics of drafts that they may edit, and publishers those of published articles', async () => {
  await save({}, { by: author })
  await expect(add(climate, contributor)).rejects.toThrow(ForbiddenError)
  await expect(findArticleTopics(db, contributor, ID)).rejects.toThrow(ForbiddenError)
  expect(await add(climate, author)).toMatchObject({ kind: 'changed' })
  expect(await findArticleTopics(db, author, ID)).toMatchObject({ canChange: true })
  await publish()
  expect(await remove(climate, author)).toMatchObject({ kind: 'refused' })
  expect(await findArticleTopics(db, author, ID)).toMatchObject({ canChange: false })
  expect(await remove(climate)).toMatchObject({ kind: 'changed' })
})

it('refuses unknown topics and articles, and more topics than the limit', async () => {
  expect(await add(climate)).toEqual({ kind: 'gone' })
  expect(await findArticleTopics(db, ada, ID)).toBeNull()
  await save({})
  expect(await add(randomUUID())).toMatchObject({ kind: 'refused' })
  for (let i = 0; i < MAX_ARTICLE_TOPICS; i += 1) await add(await createTopic(`Topic ${i}`))
  expect(await add(climate)).toMatchObject({ kind: 'refused' })
  await deleteDraft(db, ada, ID, NOW)
  expect(await remove(climate)).toEqual({ kind: 'gone' })
})

it('keeps articles when a topic is deleted', async () => {
  await save({})
  await add(climate)
  await deleteTopic(db, ada, climate)
  expect(await names()).toEqual([])
})

it('does not count deleted articles', async () => {
  await save({})
  await add(climate)
  await deleteDraft(db, ada, ID, NOW)
  expect(await listTopics(db)).toMatchObject([{ articles: 0 }, { articles: 0 }])
})

it('changes the topics of several articles, with undo for those that changed', async () => {
  const other = randomUUID()
  await save({})
  await save({ title: 'Milk' }, { id: other })
  await add(climate)
  const outcomes = await changeArticles(
    db,
    ada,
    [ID, other].map((id) => ({ id, kind: 'add-topic', topicId: climate })),
    NOW,
  )
  expect(outcomes).toEqual([
    { id: ID, kind: 'done', undo: null },
    { id: other, kind: 'done', undo: { id: other, kind: 'remove-topic', topicId: climate } },
  ])
  const undos = outcomes.flatMap((outcome) => (outcome.kind === 'done' && outcome.undo) || [])
  await changeArticles(db, ada, undos, NOW)
  expect(await listed('climate')).toEqual([{ id: ID, topics: ['Climate'] }])
})
