import { expect, it } from 'vitest'
import { formatResultCount } from './result-count.ts'

it.each([
  [0, false, '0'],
  [24, false, '24'],
  [1_000, true, '1,000+'],
])('formatResultCount of %i, more: %s', (count, hasMore, text) => {
  expect(formatResultCount({ count, hasMore })).toBe(text)
})
