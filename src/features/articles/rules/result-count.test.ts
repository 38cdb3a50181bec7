import { expect, it, onTestFinished } from 'vitest'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { formatResultCount } from './result-count.ts'

it.each([
  [0, false, 'en-GB', '0'],
  [24, false, 'en-GB', '24'],
  [1_000, true, 'en-GB', '1,000+'],
  [1_000, true, 'de-DE', '1.000+'],
  [1_000, false, 'ar-EG', '١٬٠٠٠'],
])('formatResultCount of %i, more: %s, in %s', (count, hasMore, locale, text) => {
  onTestFinished(() => applyPlace(DEFAULT_PLACE))
  applyPlace({ ...DEFAULT_PLACE, locale })
  expect(formatResultCount({ count, hasMore })).toBe(text)
})
