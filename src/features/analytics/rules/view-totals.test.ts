import { describe, expect, it } from 'vitest'
import {
  addTotals,
  averageDepth,
  averageRead,
  averageSession,
  bounceRate,
  formatChange,
  formatDuration,
  formatPercent,
  NO_VIEWS,
} from './view-totals.ts'

const TOTALS = { ...NO_VIEWS, views: 7, sessions: 3, bounces: 1, seconds: 100, reads: 4, depth: 250 }

describe('rates and averages', () => {
  it('are null without sessions', () => {
    expect(bounceRate(TOTALS)).toBe(33)
    expect(averageSession(TOTALS)).toBe(33)
    expect(averageRead(TOTALS)).toBe(25)
    expect(averageDepth(TOTALS)).toBe(63)
    for (const share of [bounceRate, averageSession, averageRead, averageDepth])
      expect(share(NO_VIEWS)).toBeNull()
  })

  it('addTotals adds every field', () => {
    expect(addTotals(TOTALS, TOTALS)).toMatchObject({ views: 14, sessions: 6, depth: 500, shares: 0 })
  })
})

describe('formatDuration and formatPercent', () => {
  it.each([
    [null, '–'],
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [125, '2 min 5 s'],
  ])('%j seconds: %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))

  it('formats a percentage', () => {
    expect(formatPercent(7)).toBe('7%')
    expect(formatPercent(null)).toBe('–')
  })
})

describe('formatChange', () => {
  it.each([
    [112, 100, '+12% compared with the previous 30 days'],
    [50, 100, '−50% compared with the previous 30 days'],
    [100, 100, '±0% compared with the previous 30 days'],
    [5000, 1, '+499,900% compared with the previous 30 days'],
    [5, 0, '0 in the previous 30 days'],
    [5, undefined, 'No earlier data to compare'],
    [5, null, 'No data for the previous 30 days'],
    [null, 5, 'No data for the last 30 days'],
  ])('%j after %j: %s', (now, before, text) => {
    expect(formatChange(now, before, { period: '30 days' })).toBe(text)
  })

  it('formats the change of a percentage in points', () => {
    expect(formatChange(40, 50, { period: '7 days', unit: 'points' })).toBe(
      '−10 points compared with the previous 7 days',
    )
    expect(formatChange(40, 39, { period: '7 days', unit: 'points' })).toBe(
      '+1 point compared with the previous 7 days',
    )
    expect(formatChange(40, 0, { period: '7 days', unit: 'points' })).toBe(
      '+40 points compared with the previous 7 days',
    )
  })
})
