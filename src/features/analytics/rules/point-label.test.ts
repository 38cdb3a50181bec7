import { afterEach, expect, it } from 'vitest'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { pointLabel } from './point-label.ts'

afterEach(() => applyPlace(DEFAULT_PLACE))

it.each([
  ['en-GB', 'November 2026', '1 Nov 2026'],
  ['en-US', 'November 2026', 'Nov 1, 2026'],
])('names months and days in %s', (locale, month, day) => {
  applyPlace({ timeZone: 'America/New_York', locale, weekStart: 'monday' })
  expect([pointLabel('2026-11-01', '12m'), pointLabel('2026-11-01', '7d')]).toEqual([month, day])
})
