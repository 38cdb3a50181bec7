import { afterAll, beforeEach, expect, it } from 'vitest'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { readArticlePage } from './read-article-page.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())
beforeEach(() => pool.query('delete from articles; delete from drafts; delete from topics'))

const idOf = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

/** Articles that are numbered from 1, the newest first. */
async function publish(...articles: { category?: string; topics?: string[]; isDraft?: boolean }[]) {
  for (const [index, { category = 'Sport', topics = [], isDraft }] of articles.entries()) {
    const id = idOf(index + 1)
    await pool.query(
      `insert into drafts (id, fields) values ($1, '{"title": "", "author": "", "category": "Sport"}')`,
      [id],
    )
    for (const slug of topics)
      await pool.query(
        `with topic as (
           insert into topics (id, slug, name) values (gen_random_uuid(), $2, $2)
           on conflict (slug) do update set name = excluded.name returning id
         ) insert into article_topics (article_id, topic_id) select $1, id from topic`,
        [id, slug],
      )
    if (!isDraft)
      await pool.query('insert into articles (id, title, category, published_at) values ($1, $2, $3, $4)', [
        id,
        String(index + 1),
        category,
        `2026-11-2${9 - index}T12:00:00Z`,
      ])
  }
}

async function related(number: number) {
  const { result, tags } = await renderPageWithContext(() => readArticlePage(db, idOf(number)))
  return { titles: result?.related.map(({ title }) => title), tags: [...tags] }
}

it('lists articles that share the most topics, then the newest of them, then those of the category', async () => {
  await publish(
    { topics: ['floods', 'climate'] },
    {},
    { category: 'Money', topics: ['climate'] },
    { category: 'Health', topics: ['climate', 'floods'] },
    { topics: ['climate'], isDraft: true },
    { topics: ['elections'] },
  )
  const { titles, tags } = await related(1)
  expect(titles).toEqual(['4', '3', '2'])
  expect(tags).toEqual(expect.arrayContaining(['topic:climate', 'topic:floods']))
  expect(tags).not.toContain('topic:elections')
})

it('lists those of the category once if there are no shared topics, or if they have some', async () => {
  await publish({ topics: ['floods'] }, { topics: ['floods'] }, {}, { category: 'Money' }, {})
  expect((await related(1)).titles).toEqual(['2', '3', '5'])
  expect((await related(3)).titles).toEqual(['1', '2', '5'])
})

it('depends on topics that no other article has yet', async () => {
  await publish({ topics: ['floods'] }, { category: 'Money' })
  expect(await related(1)).toMatchObject({ titles: [], tags: expect.arrayContaining(['topic:floods']) })
})
