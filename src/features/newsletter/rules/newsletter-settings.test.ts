import { describe, expect, it } from 'vitest'
import { dueDigest } from './newsletter-settings.ts'

const DAILY = { rhythm: 'daily', hour: 7, weekday: 1, since: '2026-01-01T12:00:00Z' } as const
const WEEKLY = { ...DAILY, rhythm: 'weekly' } as const

describe('dueDigest', () => {
  it.each([
    ['before its hour', DAILY, '2026-11-21T06:59:00Z', undefined],
    ['at its hour', DAILY, '2026-11-21T07:00:00Z', 'daily:2026-11-21'],
    ['later on the same day', DAILY, '2026-11-21T23:59:00Z', 'daily:2026-11-21'],
    ['in summer time', DAILY, '2026-07-01T06:00:00Z', 'daily:2026-07-01'],
    [
      'changed after its hour',
      { ...DAILY, since: '2026-11-21T07:30:00Z' },
      '2026-11-21T09:00:00Z',
      undefined,
    ],
    [
      'changed before its hour',
      { ...DAILY, since: '2026-11-21T06:30:00Z' },
      '2026-11-21T07:00:00Z',
      'daily:2026-11-21',
    ],
    ['weekly on its day', WEEKLY, '2026-11-23T08:00:00Z', 'weekly:2026-11-23'],
    ['weekly on another day', WEEKLY, '2026-11-24T08:00:00Z', undefined],
    ['off', { ...DAILY, rhythm: 'off' as const }, '2026-11-21T07:00:00Z', undefined],
  ])('%s', (_, schedule, now, due) => {
    expect(dueDigest(schedule, new Date(now))).toBe(due)
  })
})
