import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { type Preview, renderPageWithContext } from '#platform/http/render-context.server.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { changeFront } from './front-drafts.server.ts'
import { publishFront } from './front-publications.server.ts'
import { findReaderFront } from './reader-front.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
afterAll(() => database.drop())

const time = (clock: string) => new Date(`2026-11-24T${clock}Z`)
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

it('a preview shows the draft, or the page as it stood, while readers see what is published', async () => {
  const { rows } = await pool.query(
    `insert into users (full_name, email, role) values ('Ada', 'ada@example.org', 'editor') returning id, email`,
  )
  // "Story 1" is the newest; "Story 9" is published at 10:00.
  await pool.query(
    `insert into articles (id, title, summary, category, published_at)
     select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'Story ' || n, '', 'News',
       case when n = 9 then timestamptz '2026-11-24T10:00Z' else timestamptz '2026-11-24T08:00Z' - n * interval '1 minute' end
     from generate_series(1, 9) as n`,
  )
  const pin = async (n: number, clock: string) => {
    const place = { container: null, index: 0 }
    const change = { kind: 'pin', place, articleId: id(n), until: null } as const
    const outcome = await changeFront(db, rows[0], 'home', change, time(clock))
    return outcome.kind === 'refused' ? 0 : outcome.version
  }
  const version = await pin(5, '09:00')
  await publishFront(db, rows[0], { page: 'home', id: randomUUID(), version }, time('09:00'))
  await pin(6, '11:00')

  const shown = async (preview?: Preview) => {
    const { result } = await renderPageWithContext(() => findReaderFront(db, 'home', time('12:00')), preview)
    return result.pages[0].articles.slice(0, 3).map(({ title }) => title)
  }
  expect(await shown()).toEqual(['Story 5', 'Story 9', 'Story 1'])
  expect(await shown({ at: null })).toEqual(['Story 6', 'Story 9', 'Story 1'])
  expect(await shown({ at: time('09:30') })).toEqual(['Story 5', 'Story 1', 'Story 2'])
  expect(await shown({ at: time('08:30') })).toEqual(['Story 1', 'Story 2', 'Story 3'])
})
