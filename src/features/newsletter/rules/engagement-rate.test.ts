import { expect, it } from 'vitest'
import { engagementRate } from './engagement-rate.ts'

it.each([
  { active: 0, total: 0, percent: 0 },
  { active: 0, total: 3, percent: 0 },
  { active: 2, total: 3, percent: 67 },
  { active: 1, total: 8, percent: 13 },
  { active: 3, total: 3, percent: 100 },
])('$active of $total are $percent %', ({ percent, ...counts }) => {
  expect(engagementRate(counts)).toBe(percent)
})
