import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatClock } from '#kernel/time/dates.ts'
import { localDay } from '#kernel/time/zoned-time.ts'
import { listDays, moveToDay, parseCalendarParams, shiftPeriod } from './calendar.ts'

describe('moveToDay', () => {
  it.each([
    ['before the clocks go forward', '2026-03-27T06:30:00.000Z', '2026-03-29', '2026-03-29T05:30:00.000Z'],
    ['after the clocks go forward', '2026-03-30T05:30:00.000Z', '2026-03-28', '2026-03-28T06:30:00.000Z'],
    ['to an hour that is skipped', '2026-03-28T01:15:00.000Z', '2026-03-29', '2026-03-29T01:15:00.000Z'],
    ['before the clocks go back', '2026-10-24T05:00:00.000Z', '2026-10-25', '2026-10-25T06:00:00.000Z'],
    ['to an hour that is repeated', '2026-10-23T00:30:00.000Z', '2026-10-25', '2026-10-25T00:30:00.000Z'],
    ['with seconds', '2026-11-20T12:00:12.345Z', '2026-11-21', '2026-11-21T12:00:12.345Z'],
  ])('preserves the local time: %s', (_, iso, day, expected) => {
    expect(moveToDay(iso, day).toISOString()).toBe(expected)
  })

  it('moves any instant to any day, at the same time or an hour later', () => {
    const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(instant, instant, (from, to) => {
        const day = localDay(to.toISOString())
        const moved = moveToDay(from.toISOString(), day).toISOString()
        expect(localDay(moved)).toBe(day)
        const [before, after] = [formatClock(from.toISOString()), formatClock(moved)]
        if (before !== after) expect([before.slice(0, 2), after.slice(0, 2)]).toEqual(['01', '02'])
      }),
    )
  })
})

it.each([
  ['month', '2026-11-21', '2026-10-26', '2026-12-06', 42],
  ['month', '2027-02-10', '2027-02-01', '2027-02-28', 28],
  ['week', '2026-11-22', '2026-11-16', '2026-11-22', 7],
] as const)('a %s with %s has the days %s to %s', (view, day, first, last, count) => {
  const days = listDays({ view, day })
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, count])
})

it.each([
  ['month', '2026-01-31', 1, '2026-02-28'],
  ['month', '2026-01-31', -1, '2025-12-31'],
  ['week', '2026-03-28', 1, '2026-04-04'],
] as const)('the %s of %s shifted by %d is that of %s', (view, day, periods, expected) => {
  expect(shiftPeriod({ view, day }, periods)).toBe(expected)
})

it.each([
  [{}, { view: 'month' }],
  [
    { view: 'week', day: '2026-11-21' },
    { view: 'week', day: '2026-11-21' },
  ],
  [{ view: 'year', day: '2026-02-30' }, { view: 'month' }],
])('parseCalendarParams(%j)', (raw, params) => {
  expect(parseCalendarParams(raw)).toEqual(params)
})
