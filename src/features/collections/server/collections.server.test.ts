import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { LIST_SIZE } from '#features/articles/server/articles.server.ts'
import { writeByline } from '#features/people/rules/byline.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import {
  type CollectionKind,
  findCollection,
  listArticlesOf,
  listCollection,
  listCollectionPages,
} from './collections.server.ts'

const [ADA, CLIMATE] = [randomUUID(), randomUUID()]
const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(async () => {
  await pool.query('delete from articles; delete from drafts; delete from authors; delete from topics')
  await pool.query(
    `insert into authors (id, slug, name, biography, links, image_url)
     values ($1, 'ada', 'Ada', 'Writes.', '{https://a.example}', '/storage/article-images/a.jpg')`,
    [ADA],
  )
  await pool.query(`insert into topics (id, slug, name) values ($1, 'climate', 'Climate')`, [CLIMATE])
})

type Given = { minute?: number; author?: string; isByAda?: boolean; isOnClimate?: boolean; category?: string }

async function publish({ minute = 0, author = '', isByAda, isOnClimate, category = 'News' }: Given) {
  const id = randomUUID()
  if (isOnClimate) {
    await pool.query(
      `insert into drafts (id, fields) values ($1, '{"title": "", "author": "", "category": "News"}')`,
      [id],
    )
    await pool.query('insert into article_topics values ($1, $2)', [id, CLIMATE])
  }
  await pool.query(
    `insert into articles (id, title, author, byline, category, published_at)
     values ($1, 'Tea', $2, $3, $4, '2026-11-21T12:00Z'::timestamptz + $5 * interval '1 minute')`,
    [id, author, isByAda ? writeByline([{ id: ADA, name: 'Ada', role: '' }]) : null, category, minute],
  )
  return id
}

const idsOf = async (kind: CollectionKind, slug: string, before?: string) =>
  (await listCollection(db, { kind, slug, before }))?.articles.map(({ id }) => id)

it('finds a long slug, and one of an earlier version', async () => {
  for (const slug of ['a'.repeat(200), 'straße']) {
    await pool.query('update topics set slug = $1', [slug])
    expect(await findCollection(db, 'topic', slug)).toMatchObject({ slug })
  }
})

it('finds a person and a topic by the slug, and depends on it', async () => {
  expect(await findCollection(db, 'author', 'ada')).toEqual({
    ...{ kind: 'author', id: ADA, slug: 'ada', name: 'Ada', text: 'Writes.', links: ['https://a.example'] },
    image: { upload: 'a.jpg', key: expect.stringMatching(/^[0-9a-f]{14}$/) },
  })
  expect(await findCollection(db, 'topic', 'climate')).toMatchObject({
    name: 'Climate',
    links: [],
    image: null,
  })
  const { result, tags } = await renderPageWithContext(() => findCollection(db, 'topic', 'weather'))
  expect(result).toBeNull()
  expect([...tags]).toEqual(['topic:weather'])
})

it.each(['', 'Ada', 'a/b', '../a', 'a\0', 'x'.repeat(201), '-ada-'])('does not look %j up', async (slug) => {
  const { result, tags } = await renderPageWithContext(() => findCollection(db, 'author', slug))
  expect(result).toBeNull()
  expect(tags.size).toBe(0)
})

it('lists published articles only, newest first, of the people chosen and of linked bylines', async () => {
  const chosen = await publish({ minute: 1, isByAda: true })
  const linked = await publish({ minute: 2, author: 'A. King' })
  await publish({ minute: 3, author: 'Somebody else', isOnClimate: true })
  expect(await idsOf('author', 'ada')).toEqual([chosen])
  await pool.query(`insert into author_aliases values ('A. King', $1)`, [ADA])
  expect(await idsOf('author', 'ada')).toEqual([linked, chosen])
  await pool.query('delete from articles where id = $1', [chosen])
  expect(await idsOf('author', 'ada')).toEqual([linked])
  expect(await listCollection(db, { kind: 'author', slug: 'nobody' })).toBeNull()
})

it('lists a topic with the articles that are published, in the order of their current times', async () => {
  const [first, second] = [
    await publish({ minute: 1, isOnClimate: true }),
    await publish({ minute: 2, isOnClimate: true }),
  ]
  expect(await idsOf('topic', 'climate')).toEqual([second, first])
  await pool.query(`update articles set published_at = '2026-11-22' where id = $1`, [first])
  expect(await idsOf('topic', 'climate')).toEqual([first, second])
  await pool.query('delete from articles where id = $1', [first])
  expect(await idsOf('topic', 'climate')).toEqual([second])
})

it('pages without gaps or repetition, also with equal times and several sources', async () => {
  await pool.query(`insert into author_aliases values ('A. King', $1)`, [ADA])
  const all: string[] = []
  for (let index = 0; index < 2 * LIST_SIZE + 3; index += 1) {
    const isByAda = index % 2 === 0
    const minute = Math.floor(index / 5)
    all.push(
      await publish({ minute, isByAda, author: isByAda ? '' : 'A. King', isOnClimate: index % 3 === 0 }),
    )
  }
  const sources = [
    { kind: 'author', id: ADA } as const,
    { kind: 'topic', id: CLIMATE } as const,
    { kind: 'section', category: 'News' } as const,
  ]
  for (const list of [sources.slice(0, 1), sources]) {
    const seen: string[] = []
    let before: string | undefined
    do {
      const page = await listArticlesOf(db, list, before)
      seen.push(...page.articles.map(({ id }) => id))
      before = page.next ?? undefined
    } while (before)
    expect(seen).toHaveLength(all.length)
    expect(new Set(seen)).toEqual(new Set(all))
  }
})

it('lists the sections that are followed by their categories', async () => {
  const sport = await publish({ category: 'Sport' })
  await publish({ category: 'Money' })
  const { articles } = await listArticlesOf(db, [{ kind: 'section', category: 'Sport' }])
  expect(articles.map(({ id }) => id)).toEqual([sport])
})

it('lists the pages with published articles for sitemaps', async () => {
  expect(await listCollectionPages(db, 'author')).toEqual([])
  expect(await listCollectionPages(db, 'topic')).toEqual([])
  await publish({ minute: 5, isByAda: true, isOnClimate: true })
  const newestAt = new Date('2026-11-21T12:05:00Z')
  expect(await listCollectionPages(db, 'author')).toEqual([{ slug: 'ada', newestAt }])
  expect(await listCollectionPages(db, 'topic')).toEqual([{ slug: 'climate', newestAt }])
  await pool.query('delete from articles')
  expect(await listCollectionPages(db, 'topic')).toEqual([])
})
