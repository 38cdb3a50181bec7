import { expect, it } from 'vitest'
import { type ApproximateCount, formatCount } from './approximate-count.ts'

it.each<[ApproximateCount, string]>([
  [{ count: 0, accuracy: 'exact' }, '0'],
  [{ count: 1204, accuracy: 'exact' }, '1,204'],
  [{ count: 10_000, accuracy: 'at-least' }, '10,000+'],
  [{ count: 1_038_617, accuracy: 'about' }, 'about 1,040,000'],
])('formats %j as %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})
