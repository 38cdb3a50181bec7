import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createQueryPlans } from '#platform/testing/query-plans.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { drafts } from '#schema/newsroom.ts'
import { findMatchingDrafts } from './find-matching-drafts.server.ts'
import { type AdminArticleFilter, listAdminArticles } from './list-admin-articles.server.ts'
import { listMyWork } from './list-my-work.server.ts'

const DRAFTS = 20_000
const ADA = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const NOW = new Date('2026-11-21T12:00:00Z')
const database = await createTestDatabase()
const { db } = database
const { plansOf } = createQueryPlans(database)

beforeAll(async () => {
  // Creating an index is faster than updating it.
  const { rows } = await database.pool.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where indexname in ('drafts_titles_idx', 'drafts_pairs_idx')",
  )
  await database.pool.query(`
    drop index drafts_titles_idx, drafts_pairs_idx;
    alter table drafts disable trigger all;
    insert into users (id, full_name, email, role) values ('${ADA}', 'Ada', 'ada@example.org', 'admin');
    insert into drafts (id, fields, updated_at, listed_at, owner_id, is_published, status, deleted_at)
    select gen_random_uuid(), jsonb_build_object('title', 'Story ' || n || ' ' || md5(n::text), 'author', 'Author ' || n % 19,
        'category', (array['News', 'Politics', 'Sport', 'Money'])[n % 4 + 1]),
      timestamptz '2026-11-21' - n * interval '1 minute', timestamptz '2026-11-20' - n * interval '1 minute',
      case when n % 2000 = 0 then '${ADA}'::uuid end, n % 2 = 0,
      case when n % 1000 = 0 then 'changed' when n % 2 = 0 then 'published' when n % 999 = 0 then 'in-review' else 'draft' end,
      case when n % 500 = 1 then timestamptz '2026-11-21' - n * interval '1 second' end
    from generate_series(1, ${DRAFTS}) as n;
    alter table drafts enable trigger all`)
  for (const { indexdef } of rows) await database.pool.query(indexdef)
  await database.pool.query('vacuum analyze drafts')
})
afterAll(() => database.drop())

describe.each<[string, AdminArticleFilter, string]>([
  ['all articles', {}, 'drafts_unpublished_idx'],
  ['a category', { category: 'Sport' }, 'drafts_unpublished_idx'],
  ['drafts', { status: 'draft' }, 'drafts_status_idx'],
  ['a status that few have', { status: 'in-review', category: 'Sport' }, 'drafts_status_idx'],
  ['the bin', { status: 'bin' }, 'drafts_bin_idx'],
  ['the last edited', { sort: 'edited' }, 'drafts_latest_idx'],
])('the list of %s', (_, filter, index) => {
  it('reads its page from an index, and no text of articles', async () => {
    const plans = await plansOf((db) => listAdminArticles(db, filter), ['drafts'])
    const [page, count, ...more] = plans.toSorted(
      (a, b) => Number(/count/.test(a.query)) - Number(/count/.test(b.query)),
    )
    expect(more).toEqual([])
    expect(page?.indexes).toEqual([index])
    expect(page?.nodes).not.toContain('Sort')
    expect(count?.nodes).not.toContain('Seq Scan')
    expect(page?.query).not.toContain('fields')
  })
})

it.each([
  ['c4ca4238', 'drafts_titles_idx'],
  ['zebra', 'drafts_titles_idx'],
  ['日本', 'drafts_pairs_idx'],
])('finds %s with %s', async (q, index) => {
  const options = { condition: undefined, at: drafts.listedAt, before: undefined, newest: 10 }
  const plans = await plansOf((db) => findMatchingDrafts(db, q, options), ['drafts'])
  expect(plans.at(-1)?.indexes).toEqual([index])
})

it('finds a frequent word among the newest drafts', async () => {
  const { places, total } = await findMatchingDrafts(db, 'story', {
    condition: undefined,
    at: drafts.listedAt,
    before: undefined,
  })
  expect(places).toHaveLength(25)
  expect(total).toEqual({ count: 1_000, hasMore: true })
})

it('the work of a person is read from indexes', async () => {
  const plans = await plansOf(
    (db) => listMyWork(db, { id: ADA, role: 'admin' }, NOW),
    ['drafts', 'publications'],
  )
  for (const { nodes } of plans) expect(nodes).not.toContain('Seq Scan')
})
