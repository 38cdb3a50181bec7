import { describe, expect, it } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = new Date('2026-11-21T12:00:00Z')
const MINUTE = 60_000

describe('relativeTime', () => {
  it.each([
    [0, 'now'],
    [59_999, 'now'],
    [-59_999, 'now'],
    [-MINUTE, '1 minute ago'],
    [59.9 * MINUTE, 'in 59 minutes'],
    [60 * MINUTE, 'in 1 hour'],
    [-23.9 * 60 * MINUTE, '23 hours ago'],
    [-3 * 24 * 60 * MINUTE, '3 days ago'],
    [-1_200 * 24 * 60 * MINUTE, '1,200 days ago'],
  ])('formats %d ms as %j', (distance, words) => {
    expect(relativeTime(new Date(now.getTime() + distance), now)).toBe(words)
  })
})
