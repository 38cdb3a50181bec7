import { describe, expect, it } from 'vitest'
import { growthText } from './growth.ts'

describe('growthText', () => {
  it.each([
    ['nobody yet', { total: 0, beforeThisMonth: 0, lastMonth: 0 }, null],
    ['a first month', { total: 12, beforeThisMonth: 0, lastMonth: 0 }, null],
    ['nobody new', { total: 40, beforeThisMonth: 40, lastMonth: 3 }, '0%'],
    ['one in eight more', { total: 112, beforeThisMonth: 100, lastMonth: 9 }, '+12%'],
    ['less than half a percent more', { total: 1004, beforeThisMonth: 1000, lastMonth: 0 }, '0%'],
    ['half a percent more, rounded up', { total: 1005, beforeThisMonth: 1000, lastMonth: 0 }, '+1%'],
    ['many times more', { total: 2001, beforeThisMonth: 1, lastMonth: 1 }, '+200,000%'],
  ])('says how %s compares with the month before', (_, joined, text) => {
    expect(growthText(joined)).toBe(text)
  })
})
