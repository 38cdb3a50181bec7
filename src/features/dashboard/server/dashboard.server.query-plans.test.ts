import { afterAll, beforeAll, expect, it } from 'vitest'
import { createQueryPlans } from '#platform/testing/query-plans.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { findDashboard } from './dashboard.server.ts'
import { countDashboardMetrics } from './dashboard-metrics.server.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const ARTICLES = 20_000
const database = await createTestDatabase()
const { plansOf } = createQueryPlans(database)

beforeAll(async () => {
  await database.pool.query(`
    -- The search indexes are slow to fill and not used here.
    drop index articles_search_idx, articles_bigrams_idx;
    alter table articles disable trigger articles_update_desk_inserted;
    insert into articles (title, content, is_breaking, published_at)
    select 'Story ' || n, repeat(md5(n::text), 20), n % 1000 = 0, timestamptz '2026-11-21 12:00Z' - n * interval '1 minute'
    from generate_series(1, ${ARTICLES}) as n`)
  await database.pool.query('vacuum analyze articles')
})
afterAll(() => database.drop())

it('the dashboard metrics use index-only scans', async () => {
  const plans = await plansOf((db) => countDashboardMetrics(db, NOW))
  expect(plans).toHaveLength(2)
  for (const { nodes } of plans) {
    expect(nodes).toContain('Index Only Scan')
    expect(nodes).toContain('Limit')
    expect(nodes.join()).not.toMatch(/Seq Scan|Heap|Sort/)
  }
  expect(plans[0]?.indexes).toEqual(['articles_latest_idx'])
  expect(plans[1]?.indexes).toEqual(['articles_breaking_idx'])
})

it('recent articles and the sample edition use an index and exclude article bodies', async () => {
  const plans = await plansOf((db) =>
    findDashboard(db, { role: 'admin' }, { now: NOW, hasNightlyBackups: true }),
  )
  const ofArticles = plans.filter(({ query }) => query.includes('articles'))
  expect(ofArticles).toHaveLength(4)
  for (const { query, nodes } of ofArticles) {
    expect(nodes.join()).not.toMatch(/Seq Scan|Sort/)
    expect(query).not.toContain('content')
  }
})
