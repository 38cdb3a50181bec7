import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { orderHome } from '#features/articles/rules/order-home.ts'
import { listHome } from '#features/articles/server/articles.server.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { eventually } from '#platform/testing/eventually.ts'
import type { FrontChange, NewContainer } from '../rules/front.ts'
import type { FrontPage } from '../rules/front-page.ts'
import { ADA as by, createFrontDatabase, storyId as id, NOW, pin } from '../testing/front-database.ts'
import { changeFront } from './front-drafts.server.ts'
import { publishFront } from './front-publications.server.ts'
import { findReaderFront } from './reader-front.server.ts'

const database = await createFrontDatabase()
const { db, pool } = database
beforeEach(() => database.clear())
afterAll(() => database.drop())

const TOPIC = randomUUID()

async function publish(page: FrontPage, ...changes: FrontChange[]): Promise<void> {
  let version = 0
  for (const change of changes) {
    const outcome = await changeFront(db, by, page, change, NOW)
    if (outcome.kind === 'refused') throw new Error(outcome.reason)
    version = outcome.version
  }
  await publishFront(db, by, { page, id: randomUUID(), version }, NOW)
}
const add = (container: NewContainer): FrontChange => ({ kind: 'addContainer', container })
const read = async (page: FrontPage = 'home', now = NOW) => {
  const { pages } = await findReaderFront(db, page, now)
  return pages.map(({ articles }) => articles.map(({ title }) => Number(title.split(' ')[1])))
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

it('follows the layout of the home page without a published front, and while it pins nothing', async () => {
  await pool.query("update articles set is_breaking = true where title in ('Story 7', 'Story 30')")
  const expected = { pages: [{ articles: orderHome(await listHome(db)) }] }
  expect(await findReaderFront(db, 'home', NOW)).toEqual(expected)
  await changeFront(db, by, 'home', pin(0, 12), NOW)
  expect(await findReaderFront(db, 'home', NOW), 'a draft').toEqual(expected)
  await publish('home', { kind: 'unpin', place: { container: null, index: 0 }, articleId: id(12) })
  expect(await findReaderFront(db, 'home', NOW)).toEqual(expected)
  expect(await read('sport')).toEqual([[]])
})

it('shows pins among the newest articles, until they end or are withdrawn', async () => {
  const until = new Date(+NOW + 60_000)
  await publish('home', pin(0, 30), pin(3, 31, { until }))
  expect(await read()).toEqual([[30, 1, 2, 31, ...range(3, 13)]])
  expect(await read('home', until)).toEqual([[30, ...range(1, 14)]])
  await pool.query('delete from articles where id = $1', [id(30)])
  expect(await read('home', until)).toEqual([range(1, 15)])
})

it('fills containers below with articles that are not shown above', async () => {
  const section = randomUUID()
  await publish(
    'home',
    pin(0, 22),
    add({ kind: 'section', id: section, title: '', category: 'Sport' }),
    pin(1, 39, { container: section }),
    add({ kind: 'list', id: randomUUID(), title: 'Ours' }),
    add({ kind: 'section', id: randomUUID(), title: '', category: 'News' }),
  )
  const [top, sport, news] = await read()
  expect(top).toEqual([22, ...range(1, 14)])
  expect(sport).toEqual([21, 39, 23, 24, 25])
  // News has all categories, and the list has no pins.
  expect(news).toEqual([15, 16, 17, 18, 19])
})

it('shows a topic and the most read', async () => {
  await pool.query(`insert into topics (id, slug, name) values ($1, 'climate', 'Climate')`, [TOPIC])
  for (const n of [30, 35, 2]) {
    await pool.query(
      `insert into drafts (id, fields) values ($1, '{"title":"","author":"","category":"News"}')`,
      [id(n)],
    )
    await pool.query('insert into article_topics (article_id, topic_id) values ($1, $2)', [id(n), TOPIC])
  }
  await pool.query(
    `insert into most_read (hours, place, article_id) values (24, 1, $1), (24, 2, $2), (24, 3, $3)`,
    [id(40), id(1), id(38)],
  )
  await publish(
    'home',
    add({ kind: 'topic', id: randomUUID(), title: '', topicId: TOPIC }),
    add({ kind: 'mostRead', id: randomUUID(), title: '' }),
  )
  expect((await read()).slice(1)).toEqual([
    [30, 35],
    [40, 38],
  ])
})

it('curates a category: a lead, if one is pinned, and containers', async () => {
  await publish('sport', add({ kind: 'section', id: randomUUID(), title: '', category: 'News' }))
  expect(await read('sport')).toEqual([[], range(1, 5)])
  await publish('sport', pin(0, 3))
  expect(await read('sport')).toEqual([[3], [1, 2, 4, 5, 6]])
})

describe('cache tags', () => {
  const tagsOf = async (page: FrontPage) => {
    const { tags } = await renderPageWithContext(() => findReaderFront(db, page, NOW))
    return [...tags].toSorted()
  }

  it('of an automatic page are its front and the list of articles', async () => {
    expect(await tagsOf('home')).toEqual(['articles', 'front:home'])
    expect(await tagsOf('sport')).toEqual(['front:sport'])
  })

  it('of a topic are those of its page and its name', async () => {
    await pool.query(`insert into topics (id, slug, name) values ($1, 'climate', 'Climate')`, [TOPIC])
    await publish('sport', add({ kind: 'topic', id: randomUUID(), title: '', topicId: TOPIC }))
    expect(await tagsOf('sport')).toEqual(['front:sport', `topic-name:${TOPIC}`, 'topic:climate'])
  })

  it('include each article that is shown or pinned, and what fills the containers', async () => {
    await publish(
      'politics',
      pin(0, 30),
      add({ kind: 'section', id: randomUUID(), title: '', category: 'Sport' }),
      add({ kind: 'mostRead', id: randomUUID(), title: '' }),
    )
    await pool.query('delete from articles where id = $1', [id(30)])
    const shown = [30, ...range(21, 25)].map((n) => `article:${id(n)}`)
    expect(await tagsOf('politics')).toEqual(
      [...shown, 'category:Sport', 'front:politics', 'most-read'].toSorted(),
    )
  })
})

it('announces the page that shows an image when its file changes, and no other', async () => {
  await pool.query(
    `insert into media (id, name, file, mime, bytes, width, height, perceptual_hash)
     select gen_random_uuid(), name, name, 'image/jpeg', 1, 1, 1, 0 from unnest(array['tea.jpg', 'other.jpg']) as name`,
  )
  const place = { container: null, index: 0 }
  const image = { kind: 'setImage', place, articleId: id(2), image: 'tea.jpg' } as const
  await publish('sport', pin(0, 2), image)
  await publish('home', pin(0, 2))
  const received: string[] = []
  const client = await pool.connect()
  client.on('notification', ({ payload = '' }) => received.push(payload))
  await client.query('listen masthead_live')
  await client.query(`update media set file = 'new.jpg'`)
  await client.query(`select pg_notify('masthead_live', 'end')`)
  await eventually(() => expect(received.at(-1)).toBe('end'))
  client.release(true)
  const announced = received.slice(0, -1).map((payload) => JSON.parse(payload))
  expect(announced.filter(({ table }) => table === 'fronts')).toEqual([
    { table: 'fronts', op: 'UPDATE', page: 'sport', published: true },
  ])
})
