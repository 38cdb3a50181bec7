import { pgTable, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { countByMonth } from './count-by-month.server.ts'

const guests = pgTable('guests', { cameAt: timestamp('came_at', { withTimezone: true }).notNull() })

const database = await createTestDatabase()
const { db, pool } = database
beforeAll(() => pool.query('create table guests (came_at timestamptz not null)'))
afterAll(() => database.drop())

describe('countByMonth', () => {
  it.each([
    ['no rows', '2026-11-21T12:00:00Z', [], { total: 0, beforeThisMonth: 0, lastMonth: 0 }],
    [
      'the months of winter, which begin at midnight',
      '2026-12-15T12:00:00Z',
      [
        '2026-10-31T23:59:59.999Z',
        '2026-11-01T00:00:00Z',
        '2026-11-30T23:59:59.999Z',
        '2026-12-01T00:00:00Z',
      ],
      { total: 4, beforeThisMonth: 3, lastMonth: 2 },
    ],
    [
      'the months of summer, which begin an hour before those of UTC',
      '2026-08-15T12:00:00Z',
      [
        '2026-06-30T22:59:59.999Z',
        '2026-06-30T23:00:00Z',
        '2026-07-31T22:59:59.999Z',
        '2026-07-31T23:00:00Z',
      ],
      { total: 4, beforeThisMonth: 3, lastMonth: 2 },
    ],
    [
      'the month in which summer begins',
      '2026-04-02T12:00:00Z',
      ['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00Z', '2026-03-31T22:59:59Z', '2026-03-31T23:00:00Z'],
      { total: 4, beforeThisMonth: 3, lastMonth: 2 },
    ],
    [
      'the month in which summer ends',
      '2026-11-02T12:00:00Z',
      ['2026-09-30T22:59:59Z', '2026-09-30T23:00:00Z', '2026-10-31T23:59:59Z', '2026-11-01T00:00:00Z'],
      { total: 4, beforeThisMonth: 3, lastMonth: 2 },
    ],
    [
      'a new year',
      '2027-01-01T00:00:00Z',
      ['2026-11-30T23:59:59Z', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'],
      { total: 3, beforeThisMonth: 2, lastMonth: 1 },
    ],
    [
      'the first hour of July, which is still June in UTC',
      '2026-06-30T23:30:00Z',
      ['2026-06-15T12:00:00Z'],
      { total: 1, beforeThisMonth: 1, lastMonth: 1 },
    ],
  ])('counts %s', async (_, now, times, joined) => {
    await pool.query('truncate guests')
    await pool.query('insert into guests select unnest($1::timestamptz[])', [times])
    expect(await countByMonth(db, guests.cameAt, new Date(now))).toEqual(joined)
  })
})

it('the months of other places begin at midnight there', async () => {
  applyPlace({ ...DEFAULT_PLACE, timeZone: 'Asia/Tokyo' })
  onTestFinished(() => applyPlace(DEFAULT_PLACE))
  await pool.query(`truncate guests`)
  await pool.query(`insert into guests values ('2026-10-31T14:59:59Z'), ('2026-10-31T15:00:00Z')`)
  expect(await countByMonth(db, guests.cameAt, new Date('2026-11-21T12:00:00Z'))).toEqual({
    total: 2,
    beforeThisMonth: 1,
    lastMonth: 1,
  })
})
