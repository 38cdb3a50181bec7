import { randomUUID } from 'node:crypto'
import { createContainer, emptyFront } from '#features/front/rules/front.ts'
import { CATEGORIES } from '../../e2e/fixtures/categories.ts'
import { findArticleIds } from './articles.mjs'

/** Publishes a front of the home page with three pins and a container for each of the ten categories. */
export async function curateHome(client) {
  const pinned = await findArticleIds(client, 3)
  const { places, ...front } = emptyFront('home')
  const curated = {
    ...front,
    places: places.map((place, index) => ({ ...place, articleId: pinned[index] ?? null })),
    containers: CATEGORIES.map((category) =>
      createContainer({ kind: 'section', id: randomUUID(), title: '', category }),
    ),
  }
  await client.query(
    `with publication as (
       insert into front_publications (id, page, front, state, planned_at, finished_at)
       values (gen_random_uuid(), 'home', $1, 'done', now(), now()) returning id
     )
     insert into fronts (page, draft, published_id) select 'home', $1, id from publication
     on conflict (page) do update set draft = excluded.draft, published_id = excluded.published_id`,
    [JSON.stringify(curated)],
  )
}

export async function clearFronts(client) {
  await client.query('delete from fronts')
}
