import { afterEach, expect, it } from 'vitest'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { formatMoment, momentPhrase } from './moment.ts'

afterEach(() => applyPlace(DEFAULT_PLACE))

it.each([
  ['2026-11-28T11:33:00Z', '11:33', 'at 11:33'],
  ['2026-11-27T11:33:00Z', '27 November at 11:33', 'on 27 November at 11:33'],
  ['2026-12-01T06:00:00Z', '1 December at 06:00', 'on 1 December at 06:00'],
  ['2025-11-28T11:33:00Z', '28 November 2025 at 11:33', 'on 28 November 2025 at 11:33'],
  ['2027-01-01T00:00:00Z', '1 January 2027 at 00:00', 'on 1 January 2027 at 00:00'],
])('shortens %s on 28 November 2026', (iso, moment, phrase) => {
  expect(formatMoment(iso, '2026-11-28')).toBe(moment)
  expect(momentPhrase(iso, '2026-11-28')).toBe(phrase)
})

it('compares days in London, where summer days begin at 23:00 UTC', () => {
  expect(formatMoment('2026-07-01T23:10:00Z', '2026-07-02')).toBe('00:10')
  expect(formatMoment('2026-07-01T22:50:00Z', '2026-07-02')).toBe('1 July at 23:50')
})

it('omits the year as American English writes it', () => {
  applyPlace({ timeZone: 'America/New_York', locale: 'en-US', weekStart: 'sunday' })
  expect(formatMoment('2026-11-27T16:33:00Z', '2026-11-28')).toBe('November 27 at 11:33 AM')
  expect(formatMoment('2025-11-27T16:33:00Z', '2026-11-28')).toBe('November 27, 2025 at 11:33 AM')
})
