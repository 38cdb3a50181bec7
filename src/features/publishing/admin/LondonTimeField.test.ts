import { expect, it } from 'vitest'
import { formatLondonTime } from './LondonTimeField.tsx'

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
