import { expect, it } from 'vitest'
import {
  formatLondonTime,
  formatMonth,
  formatMonthBefore,
  londonDay,
  parseLondonInput,
  toLondonInput,
} from './london-calendar.ts'

it.each([
  ['2026-11-21T12:00:00Z', '2026-11-21', 'November', 'October'],
  ['2026-06-30T22:59:59.999Z', '2026-06-30', 'June', 'May'],
  ['2026-06-30T23:00:00Z', '2026-07-01', 'July', 'June'],
  ['2026-12-31T23:59:59.999Z', '2026-12-31', 'December', 'November'],
  ['2027-01-01T00:00:00Z', '2027-01-01', 'January', 'December'],
  ['2026-03-31T23:30:00Z', '2026-04-01', 'April', 'March'],
])('%s is on %s, in %s after %s', (iso, day, month, before) => {
  expect([londonDay(iso), formatMonth(iso), formatMonthBefore(iso)]).toEqual([day, month, before])
})

it.each([
  ['2026-11-23T06:00', '2026-11-23T06:00:00.000Z'],
  ['2026-07-01T00:30', '2026-06-30T23:30:00.000Z'],
  // The clocks go forward at 01:00 on 29 March 2026.
  ['2026-03-29T00:59', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T02:00', '2026-03-29T01:00:00.000Z'],
  // They go back at 02:00 on 25 October 2026, so that 01:30 occurs twice.
  ['2026-10-25T00:30', '2026-10-24T23:30:00.000Z'],
  ['2026-10-25T01:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T02:00', '2026-10-25T02:00:00.000Z'],
])('%s in London is %s', (local, iso) => {
  expect(parseLondonInput(local)?.toISOString()).toBe(iso)
  expect(toLondonInput(iso)).toBe(local)
})

it.each(['2026-03-29T01:30', '', '2026-11-23', '2026-02-30T06:00', '2026-11-23T25:00', '2026-11-23T06:00Z'])(
  'rejects %j, which is not a time in London',
  (local) => {
    expect(parseLondonInput(local)).toBeNull()
  },
)

it.each([
  ['2026-11-23T06:00:00.000Z', 'Monday 23 November 2026 at 06:00 (London time)'],
  ['2027-10-30T23:59:00.000Z', 'Sunday 31 October 2027 at 00:59 (London time)'],
  ['2027-10-31T00:30:00.000Z', 'Sunday 31 October 2027 at 01:30 (London time, before the clocks go back)'],
  ['2027-10-31T01:30:00.000Z', 'Sunday 31 October 2027 at 01:30 (London time, after the clocks go back)'],
  ['2027-10-31T02:00:00.000Z', 'Sunday 31 October 2027 at 02:00 (London time)'],
  ['2027-03-28T01:30:00.000Z', 'Sunday 28 March 2027 at 02:30 (London time)'],
])('formats %s as %j', (iso, text) => {
  expect(formatLondonTime(iso)).toBe(text)
})
