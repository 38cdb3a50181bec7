import { expect, it } from 'vitest'
import { foundText } from './search-result.ts'

it.each([
  [0, false, '0 results found'],
  [1, false, '1 result found'],
  [24, false, '24 results found'],
  [1_000, true, '1,000+ results found'],
])('%i', (count, isMore, text) => {
  expect(foundText({ count, isMore })).toBe(text)
})
