import { afterAll, beforeEach, expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR as by } from '#features/audit/server/record-audit.server.ts'
import { renderPageWithContext } from '#platform/http/render-context.server.ts'
import { emptyTables } from '#platform/testing/empty-tables.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import type { BreakingBarForm } from '../rules/breaking-bar.ts'
import {
  endBreakingBar,
  expireBreakingBar,
  findBreakingBar,
  listTicker,
  showBreakingBar,
} from './breaking-bar.server.ts'
import { findNextFrontTime } from './front-publications.server.ts'

const database = await createTestDatabase()
const { db, pool } = database
beforeEach(() => emptyTables(pool, 'articles', 'breaking_bar', 'audit_log'))
afterAll(() => database.drop())

const NOW = new Date('2026-11-21T12:00:00Z')
const TWO_HOURS = new Date('2026-11-21T14:00:00Z')
const show = (more: Partial<BreakingBarForm> = {}) =>
  showBreakingBar(
    db,
    by,
    { text: 'Election called', link: null, until: TWO_HOURS.toISOString(), ...more },
    NOW,
  )
const find = (now = NOW) => findBreakingBar(db, now)

it('shows a text until its end, replacing an earlier one', async () => {
  await show({ text: 'Earlier', link: '/sport' })
  expect(await find()).toMatchObject({ text: 'Earlier', link: '/sport' })
  expect(await show()).toEqual({ kind: 'shown' })
  expect(await find()).toEqual({
    text: 'Election called',
    link: null,
    endsAt: TWO_HOURS.toISOString(),
    by: null,
  })
  expect(await find(TWO_HOURS)).toBeNull()
})

it('comes before the breaking articles in the ticker', async () => {
  await pool.query("insert into articles (title, is_breaking) values ('Flood', true)")
  const list = async () => (await listTicker(db, NOW)).map(({ id, path, title }) => [id, path, title])
  const [flood] = await list()
  expect(flood?.[2]).toBe('Flood')
  await show()
  expect(await list()).toEqual([['', '', 'Election called'], flood])
  await show({ link: '/politics' })
  expect(await list()).toEqual([['breaking-bar', '/politics', 'Election called'], flood])
  const { tags } = await renderPageWithContext(() => listTicker(db, NOW))
  expect([...tags]).toEqual(['breaking'])
})

it('ends at its time, or when an editor ends it', async () => {
  await show()
  expect(await findNextFrontTime(db)).toEqual(TWO_HOURS)
  await expireBreakingBar(db, new Date(+TWO_HOURS - 1))
  expect(await find()).not.toBeNull()
  await expireBreakingBar(db, TWO_HOURS)
  expect(await find()).toBeNull()
  await show()
  await endBreakingBar(db, by)
  await endBreakingBar(db, by)
  expect(await find()).toBeNull()
  const { rows } = await pool.query('select action from audit_log order by id')
  expect(rows.map(({ action }) => action)).toEqual([
    'breaking-bar.show',
    'breaking-bar.show',
    'breaking-bar.end',
  ])
})

it.each(['2026-11-21T12:00:00Z', '2026-11-24T12:00:00Z'])('refuses %s as its end', async (until) => {
  expect(await show({ until })).toMatchObject({ kind: 'refused' })
  expect(await find()).toBeNull()
})
