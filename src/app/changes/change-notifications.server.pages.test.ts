import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { writeByline } from '#features/people/rules/byline.ts'
import { linkByline, unlinkByline } from '#features/people/server/bylines.server.ts'
import { mergePeople } from '#features/people/server/people.server.ts'
import { mergeTopics } from '#features/topics/server/topics.server.ts'
import { DatabaseClient } from '#platform/database/client.server.ts'
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts'
import { findChangeTags } from './change-notifications.server.ts'

const [ADA, GRACE, CLIMATE, SPACE] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
let database: TestDatabase
let listener: DatabaseClient
let received: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  listener = new DatabaseClient({ connectionString: database.url })
  await listener.connect()
  await listener.query('listen masthead_live')
  listener.on('notification', ({ payload = '' }) => {
    received.push(payload)
    if (payload === 'end') listener.emit('collected')
  })
})
afterAll(async () => {
  await listener.end()
  await database.drop()
})
beforeEach(async () => {
  await sql('delete from articles; delete from drafts; delete from authors; delete from topics')
  await sql(`insert into authors (id, slug, name) values ($1, 'ada', 'Ada'), ($2, 'grace', 'Grace')`, [
    ADA,
    GRACE,
  ])
  await sql(`insert into topics (id, slug, name) values ($1, 'climate', 'Climate'), ($2, 'space', 'Space')`, [
    CLIMATE,
    SPACE,
  ])
})

const sql = (text: string, values: unknown[] = []) => database.pool.query(text, values)
const by = COMMAND_LINE_ACTOR

/** The tags of reader pages that the work drops, except those of articles' lists. */
async function tagsOf(work: () => Promise<unknown>): Promise<string[]> {
  await waitForNotifications()
  received = []
  await work()
  await waitForNotifications()
  const tags = received
    .slice(0, -1)
    .flatMap((payload) => findChangeTags(JSON.parse(payload)) ?? ['everything'])
  return [...new Set(tags)]
    .filter((tag) => !/^(admin:|category:|articles$|authors$|topics$)/.test(tag))
    .sort()
}

async function waitForNotifications(): Promise<void> {
  const ended = once(listener, 'collected')
  await sql(`select pg_notify('masthead_live', 'end')`)
  await ended
}

async function publish(people: string[], { author = '', topic }: { author?: string; topic?: string } = {}) {
  const byline = writeByline(people.map((id) => ({ id, name: 'Name', role: '' })))
  const id = randomUUID()
  if (topic) {
    await sql(
      `insert into drafts (id, fields) values ($1, '{"title": "Tea", "author": "", "category": "News"}')`,
      [id],
    )
    await sql('insert into article_topics values ($1, $2)', [id, topic])
  }
  await sql(`insert into articles (id, title, byline, author) values ($1, 'Tea', $2, $3)`, [
    id,
    byline,
    author,
  ])
  return id
}

it('drops the pages of the people and topics of an article with each of its changes', async () => {
  let id = ''
  const published = await tagsOf(async () => {
    id = await publish([ADA, GRACE], { topic: CLIMATE })
  })
  const pages = ['author:ada', 'author:grace', 'topic:climate']
  expect(published).toEqual([`article:${id}`, ...pages].sort())
  expect(await tagsOf(() => sql(`update articles set title = 'Coffee'`))).toEqual(
    [`article:${id}`, ...pages].sort(),
  )
  const withoutGrace = writeByline([{ id: ADA, name: 'Ada', role: '' }])
  expect(await tagsOf(() => sql('update articles set byline = $1', [withoutGrace]))).toEqual(
    [`article:${id}`, ...pages].sort(),
  )
  expect(await tagsOf(() => sql('delete from articles'))).toEqual(
    [`article:${id}`, 'author:ada', 'topic:climate'].sort(),
  )
})

it('drops pages when topics are added and removed', async () => {
  const id = await publish([], { topic: CLIMATE })
  const both = [`article:${id}`, 'topic:space']
  expect(await tagsOf(() => sql('insert into article_topics values ($1, $2)', [id, SPACE]))).toEqual(both)
  expect(await tagsOf(() => sql('delete from article_topics where topic_id = $1', [SPACE]))).toEqual(both)
})

it('drops the page of a person, and the articles with the name when that changes', async () => {
  const biography = () => sql(`update authors set biography = 'X' where slug = 'ada'`)
  expect(await tagsOf(biography)).toEqual(['author:ada'])
  const rename = () => sql(`update authors set name = 'Ada L', slug = 'ada-l' where slug = 'ada'`)
  expect(await tagsOf(rename)).toEqual([`author-name:${ADA}`, 'author:ada', 'author:ada-l'].sort())
  expect(await tagsOf(() => sql('delete from authors where id = $1', [ADA]))).toEqual(
    [`author-name:${ADA}`, 'author:ada-l'].sort(),
  )
  expect(await tagsOf(() => sql(`update topics set name = 'X' where slug = 'space'`))).toEqual(
    ['topic:space', `topic-name:${SPACE}`].sort(),
  )
})

it('drops the pages of both people or topics of a merge, and of their articles', async () => {
  const id = await publish([ADA], { topic: CLIMATE })
  expect(await tagsOf(() => mergePeople(database.db, by, { id: ADA, intoId: GRACE }))).toEqual(
    [`article:${id}`, `author-name:${ADA}`, 'author:ada', 'author:grace'].sort(),
  )
  expect(await tagsOf(() => mergeTopics(database.db, by, { id: CLIMATE, intoId: SPACE }))).toEqual(
    [`article:${id}`, `topic-name:${CLIMATE}`, 'topic:climate', 'topic:space'].sort(),
  )
})

it('drops the page of a person and the articles when a byline is linked, and with later articles', async () => {
  const id = await publish([], { author: 'A. Lovelace' })
  const name = 'A. Lovelace'
  const pages = [`article:${id}`, 'author:ada']
  expect(await tagsOf(() => linkByline(database.db, by, { name, authorId: ADA }))).toEqual(pages)
  expect(await tagsOf(() => sql(`update articles set title = 'Coffee'`))).toEqual(pages)
  expect(await tagsOf(() => publish([], { author: name }))).toContain('author:ada')
  expect(await tagsOf(() => unlinkByline(database.db, by, name))).toHaveLength(3)
})

it('drops the pages with a portrait whose file or crop has changed', async () => {
  await sql(
    `insert into media (id, name, file, mime, bytes, width, height, perceptual_hash)
     values (gen_random_uuid(), 'a.jpg', 'a.jpg', 'image/jpeg', 1, 1, 1, 0)`,
  )
  await sql(`update authors set image_url = '/storage/article-images/a.jpg' where slug = 'ada'`)
  await sql(`update topics set image_url = '/storage/article-images/a.jpg' where slug = 'space'`)
  expect(await tagsOf(() => sql(`update media set focus_x = 0, focus_y = 0`))).toEqual([
    'author:ada',
    'topic:space',
  ])
})

it('drops the page of an article whose social image has changed', async () => {
  const id = await publish([])
  await sql(`update articles set social_image = '/storage/article-images/card.jpg' where id = $1`, [id])
  await sql(
    `insert into media (id, name, file, mime, bytes, width, height, perceptual_hash)
     values (gen_random_uuid(), 'card.jpg', 'card.jpg', 'image/jpeg', 1, 1, 1, 0)`,
  )
  expect(
    await tagsOf(() => sql(`update media set focus_x = 0, focus_y = 0 where name = 'card.jpg'`)),
  ).toContain(`article:${id}`)
})

it('drops everything when more than a hundred pages change', async () => {
  const byline = writeByline([{ id: ADA, name: 'Ada', role: '' }])
  await sql(`insert into articles (title, byline) select 'T', $1 from generate_series(1, 101)`, [byline])
  expect(await tagsOf(() => mergePeople(database.db, by, { id: ADA, intoId: GRACE }))).toContain('everything')
})
