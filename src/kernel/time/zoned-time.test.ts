import { afterEach, describe, expect, it } from 'vitest'
import { applyPlace } from './apply-place.ts'
import { formatClock, formatDay, formatShortDay, zoneOf } from './dates.ts'
import { DEFAULT_PLACE } from './place.ts'
import {
  formatLongDay,
  formatMonth,
  formatMonthAndYear,
  formatMonthBefore,
  formatWithZone,
  formatZonedTime,
  hourAndWeekday,
  localDay,
  nextHour,
  nextMidnight,
  parseLocalInput,
  toLocalInput,
  withoutYear,
} from './zoned-time.ts'

it.each([
  ['2026-11-21T12:00:00Z', '2026-11-21', 'November', 'October'],
  ['2026-06-30T22:59:59.999Z', '2026-06-30', 'June', 'May'],
  ['2026-06-30T23:00:00Z', '2026-07-01', 'July', 'June'],
  ['2026-12-31T23:59:59.999Z', '2026-12-31', 'December', 'November'],
  ['2027-01-01T00:00:00Z', '2027-01-01', 'January', 'December'],
  ['2026-03-31T23:30:00Z', '2026-04-01', 'April', 'March'],
])('%s is on %s, in %s after %s', (iso, day, month, before) => {
  expect([localDay(iso), formatMonth(iso), formatMonthBefore(iso)]).toEqual([day, month, before])
})

it('the weekday is written without a comma in British English', () => {
  expect(formatLongDay('2026-11-21T14:05:00Z')).toBe('Saturday 21 November 2026')
  expect(formatLongDay('2026-06-30T23:00:00Z')).toBe('Wednesday 1 July 2026')
  expect(formatLongDay('2026-11-21')).toBe('Saturday 21 November 2026')
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
  expect(parseLocalInput(local)?.toISOString()).toBe(iso)
  expect(toLocalInput(iso)).toBe(local)
})

it.each(['2026-03-29T01:30', '', '2026-11-23', '2026-02-30T06:00', '2026-11-23T25:00', '2026-11-23T06:00Z'])(
  'rejects %j, which is not a time in London',
  (local) => {
    expect(parseLocalInput(local)).toBeNull()
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
  expect(formatZonedTime(iso)).toBe(text)
})

describe('nextMidnight', () => {
  it.each([
    ['winter', '2026-01-15T12:00:00.000Z', '2026-01-16T00:00:00.000Z'],
    ['winter, an hour before', '2026-01-15T23:00:00.000Z', '2026-01-16T00:00:00.000Z'],
    ['midnight itself', '2026-01-15T00:00:00.000Z', '2026-01-16T00:00:00.000Z'],
    ['the last millisecond', '2026-01-15T23:59:59.999Z', '2026-01-16T00:00:00.000Z'],
    ['summer', '2026-07-15T12:00:00.000Z', '2026-07-15T23:00:00.000Z'],
    ['summer, in the first hour of the day', '2026-07-15T23:00:00.000Z', '2026-07-16T23:00:00.000Z'],
    ['before the clocks go forward', '2026-03-29T00:30:00.000Z', '2026-03-29T23:00:00.000Z'],
    ['the evening before the clocks go forward', '2026-03-28T22:00:00.000Z', '2026-03-29T00:00:00.000Z'],
    ['before the clocks go back', '2026-10-24T23:30:00.000Z', '2026-10-26T00:00:00.000Z'],
    ['after the clocks go back', '2026-10-25T23:30:00.000Z', '2026-10-26T00:00:00.000Z'],
  ])('%s', (_, now, midnight) => {
    expect(new Date(nextMidnight(Date.parse(now))).toISOString()).toBe(midnight)
  })

  it('is always in the future, by at most 25 hours', () => {
    const hour = 3_600_000
    for (let now = Date.parse('2026-01-01'); now < Date.parse('2027-01-01'); now += 0.7 * hour) {
      const ahead = nextMidnight(now) - now
      expect(ahead > 0 && ahead <= 25 * hour, new Date(now).toISOString()).toBe(true)
    }
  })
})

describe('in another place', () => {
  afterEach(() => applyPlace(DEFAULT_PLACE))
  const inNewYork = () => applyPlace({ timeZone: 'America/New_York', locale: 'en-US', weekStart: 'sunday' })
  const inKathmandu = () => applyPlace({ ...DEFAULT_PLACE, timeZone: 'Asia/Kathmandu' })

  it('dates are written as in that country', () => {
    inNewYork()
    const iso = '2026-11-24T01:05:00.000Z'
    expect([formatDay(iso), formatShortDay(iso), formatLongDay(iso), formatClock(iso)]).toEqual([
      'November 23, 2026',
      'Nov 23, 2026',
      'Monday, November 23, 2026',
      '8:05 PM',
    ])
    expect(formatZonedTime(iso)).toBe('Monday, November 23, 2026 at 8:05 PM (New York time)')
    expect(formatWithZone(new Date(iso))).toBe('November 23, 2026 at 8:05 PM (New York time)')
    expect([formatMonth('2026-12-01T01:00:00Z'), formatMonthBefore(iso)]).toEqual(['November', 'October'])
    expect(formatMonthAndYear('2026-11-01')).toBe('November 2026')
  })

  it('days of this year need no year', () => {
    const iso = '2026-11-24T01:05:00.000Z'
    expect([formatDay(iso), formatShortDay(iso)].map(withoutYear)).toEqual(['24 November', '24 Nov'])
    inNewYork()
    expect([formatDay(iso), formatShortDay(iso)].map(withoutYear)).toEqual(['November 23', 'Nov 23'])
  })

  it('texts for staff have English dates in a newspaper of another language', () => {
    applyPlace({ timeZone: 'Europe/Berlin', locale: 'de-DE', weekStart: 'monday' })
    const iso = '2026-11-24T01:05:00.000Z'
    expect([formatLongDay(iso), formatMonth(iso), formatMonthAndYear('2026-11-01')]).toEqual([
      'Tuesday 24 November 2026',
      'November',
      'November 2026',
    ])
    expect(formatZonedTime(iso)).toBe('Tuesday 24 November 2026 at 02:05 (Berlin time)')
    expect(formatWithZone(new Date(iso))).toBe('24 November 2026 at 02:05 (Berlin time)')
    expect([formatLongDay(iso, 'de-DE'), formatDay(iso)]).toEqual([
      'Dienstag, 24. November 2026',
      '24. November 2026',
    ])
  })

  it.each([
    ['Pacific/Auckland', '2026-11-21'],
    ['America/New_York', '2026-11-21'],
    ['Pacific/Honolulu', '2026-11-21'],
  ])('a day without a time is the same in %s', (timeZone, day) => {
    applyPlace({ ...DEFAULT_PLACE, timeZone })
    expect(formatDay(day)).toBe('21 November 2026')
  })

  it.each([
    ['2026-11-24T04:59:59Z', '2026-11-23', 1, 23],
    ['2026-11-24T05:00:00Z', '2026-11-24', 2, 0],
    ['2026-07-05T04:00:00Z', '2026-07-05', 7, 0],
  ])('%s is on %s, weekday %i, hour %i in New York', (iso, day, weekday, hour) => {
    inNewYork()
    expect(localDay(iso)).toBe(day)
    expect(hourAndWeekday(new Date(iso))).toEqual({ hour, weekday })
  })

  it('a time that the clocks skip is refused, and of two equal times the first is taken', () => {
    inNewYork()
    expect(parseLocalInput('2026-03-08T02:30')).toBeNull()
    expect(parseLocalInput('2026-11-01T01:30')?.toISOString()).toBe('2026-11-01T05:30:00.000Z')
    expect(formatZonedTime('2026-11-01T06:30:00Z')).toContain('after the clocks go back')
  })

  it.each([
    ['2026-11-23T18:00:00Z', 'EST', 300],
    ['2026-07-01T18:00:00Z', 'EDT', 240],
  ])('the zone at %s is %s', (iso, name, offset) => {
    inNewYork()
    expect(zoneOf(iso)).toEqual([name, offset])
  })

  it('hours and days start at the local clock where zones differ by parts of an hour', () => {
    inKathmandu()
    const now = '2026-11-23T12:20:00.000Z'
    expect(zoneOf(now)[1]).toBe(-345)
    expect(nextHour(new Date(now)).toISOString()).toBe('2026-11-23T13:15:00.000Z')
    expect(new Date(nextMidnight(Date.parse(now))).toISOString()).toBe('2026-11-23T18:15:00.000Z')
  })
})
