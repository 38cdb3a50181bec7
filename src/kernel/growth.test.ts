import { describe, expect, it } from 'vitest'
import { describeGrowth } from './growth.ts'

const AT = '2026-11-21T12:00:00Z'

describe('describeGrowth', () => {
  it.each([
    ['no new members', { total: 40, beforeThisMonth: 40, lastMonth: 3 }, '0%'],
    ['one in eight more', { total: 112, beforeThisMonth: 100, lastMonth: 9 }, '+12%'],
    ['less than half a percent more', { total: 1004, beforeThisMonth: 1000, lastMonth: 0 }, '0%'],
    ['half a percent more, rounded up', { total: 1005, beforeThisMonth: 1000, lastMonth: 0 }, '+1%'],
    ['many times more', { total: 2001, beforeThisMonth: 1, lastMonth: 1 }, '+200,000%'],
  ])('describes the growth for %s', (_, joined, value) => {
    expect(describeGrowth(joined, AT).value).toBe(value)
  })

  it.each([
    ['no members', { total: 0, beforeThisMonth: 0, lastMonth: 0 }, '0 joined in November'],
    ['a first month', { total: 1200, beforeThisMonth: 0, lastMonth: 0 }, '1,200 joined in November'],
  ])('has no value to compare for %s', (_, joined, note) => {
    expect(describeGrowth(joined, AT)).toEqual({
      value: '–',
      note: `No earlier month to compare with; ${note}`,
    })
  })

  it('counts the members of the last two months in London time', () => {
    const joined = { total: 112, beforeThisMonth: 100, lastMonth: 9 }
    expect(describeGrowth(joined, AT).note).toBe('12 joined in November, 9 in October')
    expect(describeGrowth(joined, '2026-06-30T23:00:00Z').note).toBe('12 joined in July, 9 in June')
    expect(describeGrowth(joined, '2027-01-01T00:00:00Z').note).toBe('12 joined in January, 9 in December')
  })
})
