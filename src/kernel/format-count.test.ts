import { expect, it } from 'vitest'
import { formatCount } from './format-count.ts'

it.each([
  [0, '0 articles'],
  [1, '1 article'],
  [1_200, '1,200 articles'],
])('formats %i as %s', (count, text) => {
  expect(formatCount(count, 'article')).toBe(text)
})
