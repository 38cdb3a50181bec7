import { describe, expect, it } from 'vitest'
import { lastChanged } from './article.ts'

describe('lastChanged', () => {
  const publishedAt = '2026-11-21T09:30:00.000Z'
  it.each([
    ['a later time', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
    ['the time of publication', publishedAt, null],
    ['an earlier time', '2026-11-21T09:00:00.000Z', null],
    ['no time', null, null],
  ])('handles %s', (_, updatedAt, expected) => {
    expect(lastChanged({ publishedAt, updatedAt })).toBe(expected)
    const dates = {
      publishedAt: new Date(publishedAt),
      updatedAt: updatedAt === null ? null : new Date(updatedAt),
    }
    expect(lastChanged(dates)?.toISOString() ?? null).toBe(expected)
  })
})
