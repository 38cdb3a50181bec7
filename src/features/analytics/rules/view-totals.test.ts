import { describe, expect, it } from 'vitest'
import {
  addTotals,
  averageDepth,
  averageRead,
  averageSession,
  bounceRate,
  changeText,
  durationText,
  NO_VIEWS,
  percentText,
} from './view-totals.ts'

const TOTALS = { ...NO_VIEWS, views: 7, sessions: 3, bounces: 1, seconds: 100, reads: 4, depth: 250 }

describe('what is made of totals', () => {
  it('is a share or an average, and nothing where nobody came', () => {
    expect(bounceRate(TOTALS)).toBe(33)
    expect(averageSession(TOTALS)).toBe(33)
    expect(averageRead(TOTALS)).toBe(25)
    expect(averageDepth(TOTALS)).toBe(63)
    for (const share of [bounceRate, averageSession, averageRead, averageDepth])
      expect(share(NO_VIEWS)).toBeNull()
  })

  it('adds up', () => {
    expect(addTotals(TOTALS, TOTALS)).toMatchObject({ views: 14, sessions: 6, depth: 500, shares: 0 })
  })
})

describe('durationText and percentText', () => {
  it.each([
    [null, '–'],
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [125, '2 min 5 s'],
  ])('%j seconds: %s', (seconds, text) => expect(durationText(seconds)).toBe(text))

  it('tells a share', () => {
    expect(percentText(7)).toBe('7%')
    expect(percentText(null)).toBe('–')
  })
})

describe('changeText', () => {
  it.each([
    [112, 100, '+12% against the 30 days before'],
    [50, 100, '−50% against the 30 days before'],
    [100, 100, '±0% against the 30 days before'],
    [5000, 1, '+499,900% against the 30 days before'],
    [5, 0, '0 in the 30 days before'],
    [5, undefined, 'Nothing to compare with yet'],
    [5, null, 'None in the earlier 30 days'],
    [null, 5, 'None in the last 30 days'],
  ])('%j after %j: %s', (now, before, text) => {
    expect(changeText(now, before, { period: '30 days' })).toBe(text)
  })

  it('tells the change of a share in points', () => {
    expect(changeText(40, 50, { period: '7 days', unit: 'points' })).toBe(
      '−10 points against the 7 days before',
    )
    expect(changeText(40, 39, { period: '7 days', unit: 'points' })).toBe(
      '+1 point against the 7 days before',
    )
    expect(changeText(40, 0, { period: '7 days', unit: 'points' })).toBe(
      '+40 points against the 7 days before',
    )
  })
})
