import { expect, it } from 'vitest'
import { formatMonth, formatMonthBefore, londonDay } from './london-calendar.ts'

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
