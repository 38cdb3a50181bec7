import { describe, expect, it } from 'vitest'
import { periodDays, planRange } from './analytics-params.ts'

describe('periodDays', () => {
  it.each([
    ['7d', '2026-11-21', '2026-11-15', '2026-11-08', '2026-11-14'],
    ['30d', '2026-03-01', '2026-01-31', '2026-01-01', '2026-01-30'],
    ['90d', '2026-11-21', '2026-08-24', '2026-05-26', '2026-08-23'],
    ['12m', '2026-11-21', '2025-12-01', '2024-12-01', '2025-11-21'],
    ['12m', '2028-02-29', '2027-03-01', '2026-03-01', '2027-02-28'],
  ] as const)('%s until %s', (period, today, from, beforeFrom, beforeTo) => {
    expect(periodDays(period, today)).toEqual({ from, to: today, before: { from: beforeFrom, to: beforeTo } })
  })
})

describe('planRange', () => {
  const range = { from: '2026-01-15', to: '2026-04-20' }

  it('uses whole months, including the current one, and the views of today', () => {
    expect(planRange(range, '2026-04-19')).toEqual({
      months: { from: '2026-02-01', to: '2026-04-01' },
      days: [{ from: '2026-01-15', to: '2026-01-31' }],
      raw: { from: '2026-04-20', to: '2026-04-20' },
    })
  })

  it('uses days when no month is whole', () => {
    expect(planRange({ from: '2026-04-05', to: '2026-04-20' }, '2026-04-18')).toEqual({
      months: null,
      days: [{ from: '2026-04-05', to: '2026-04-18' }],
      raw: { from: '2026-04-19', to: '2026-04-20' },
    })
  })

  it('uses days of a month that is rolled up beyond the range', () => {
    expect(planRange(range, '2026-04-25')).toEqual({
      months: { from: '2026-02-01', to: '2026-03-01' },
      days: [
        { from: '2026-01-15', to: '2026-01-31' },
        { from: '2026-04-01', to: '2026-04-20' },
      ],
      raw: null,
    })
  })

  it('uses only views if nothing is rolled up, and no views if all days are rolled up', () => {
    expect(planRange(range, null)).toEqual({ months: null, days: [], raw: range })
    expect(planRange(range, '2025-12-31')).toEqual({ months: null, days: [], raw: range })
    expect(planRange(range, '2026-05-01').raw).toBeNull()
  })

  it('ends with a whole month', () => {
    expect(planRange({ from: '2026-01-01', to: '2026-03-01' }, '2026-02-28')).toEqual({
      months: { from: '2026-01-01', to: '2026-02-01' },
      days: [],
      raw: { from: '2026-03-01', to: '2026-03-01' },
    })
  })
})
