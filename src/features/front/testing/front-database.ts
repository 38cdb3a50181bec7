import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import type { FrontChange } from '../rules/front.ts'

export const NOW = new Date('2026-11-21T12:00:00Z')
export const ADA = { id: 'ada00000-0000-4000-8000-000000000000', email: 'ada@example.org' }

/** Returns the id of "Story n". */
export const storyId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Pins "Story n". */
export const pin = (
  index: number,
  n: number,
  more: { container?: string; until?: Date } = {},
): FrontChange => ({
  kind: 'pin',
  place: { container: more.container ?? null, index },
  articleId: storyId(n),
  until: more.until?.toISOString() ?? null,
})

/** Creates a database. `clear` leaves it with the editor Ada and 40 articles, without fronts. */
export async function createFrontDatabase() {
  const database = await createTestDatabase()
  const { pool } = database
  return {
    ...database,
    async clear() {
      await emptyTables(
        pool,
        'articles',
        'drafts',
        'topics',
        'most_read',
        'fronts',
        'front_publications',
        'front_changes',
        'audit_log',
        'users',
        'media',
      )
      await pool.query(`insert into users (id, full_name, email, role) values ($1, 'Ada', $2, 'editor')`, [
        ADA.id,
        ADA.email,
      ])
      // "Story 1" is the newest; from 21 on, all are of Sport.
      await pool.query(
        `insert into articles (id, title, summary, category, published_at)
         select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Story ' || n, 'Summary',
           case when n > 20 then 'Sport' else 'News' end, timestamptz '2026-11-21' - n * interval '1 minute'
         from generate_series(1, 40) as n`,
      )
    },
  }
}
