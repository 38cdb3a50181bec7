import { describe, expect, it } from 'vitest'
import { type FeedHealth, feedHealth } from './feed-health.ts'

const at = new Date('2026-11-21T12:00:00Z')

describe('feedHealth', () => {
  it.each<[FeedHealth, enabled: boolean, lastCheckedAt: Date | null, failureCount: number]>([
    ['never-fetched', true, null, 0],
    ['healthy', true, at, 0],
    ['failing', true, at, 1],
    ['failing', true, null, 1],
    ['disabled', false, at, 0],
    ['disabled', false, at, 9],
    ['disabled', false, null, 0],
  ])(
    'is %s where enabled is %s, the last check %s and failures %i',
    (health, enabled, lastCheckedAt, failureCount) => {
      expect(feedHealth({ enabled, lastCheckedAt, failureCount })).toBe(health)
    },
  )
})
