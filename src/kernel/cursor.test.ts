import { describe, expect, it } from 'vitest'
import { formatCursor, isCursor, parseCursor } from './cursor.ts'

const id = '0b4f6f3e-9d2c-4a52-8f5e-0c8f7f1f6a11'

describe('parseCursor', () => {
  it.each([
    '2026-11-21T09:30:00.000000Z',
    '2026-11-21T09:30:00.123Z',
    '2024-02-29T00:00:00.000Z',
    '0001-01-01T00:00:00.000Z',
  ])('parses the output of formatCursor: %s', (publishedAt) => {
    expect(parseCursor(formatCursor({ publishedAt, id }))).toEqual({ publishedAt, id })
  })

  it.each([
    ['no value', undefined],
    ['an empty text', ''],
    ['no id', '2026-11-21T09:30:00.000Z_'],
    ['no time', `_${id}`],
    ['a short id', '2026-11-21T09:30:00.000Z_0b4f6f3e'],
    ['an id with misplaced dashes', `2026-11-21T09:30:00.000Z_${id.replaceAll('-', '')}----`],
    ['an invalid month', `2026-13-01T00:00:00.000Z_${id}`],
    ['30 February, which PostgreSQL rejects', `2026-02-30T00:00:00.000Z_${id}`],
    ['29 February of a common year', `2026-02-29T00:00:00.000Z_${id}`],
    ['the year 0, which PostgreSQL rejects', `0000-01-01T00:00:00.000Z_${id}`],
    ['hour 24', `2026-11-21T24:00:00.000Z_${id}`],
    ['hour 25', `2026-11-21T25:00:00.000Z_${id}`],
    ['another zone', `2026-11-21T09:30:00.000+01:00_${id}`],
    ['no fraction', `2026-11-21T09:30:00Z_${id}`],
    ['SQL', `2026-11-21T09:30:00.000Z_${id}'; drop table articles`],
    ['a trailing line break', `2026-11-21T09:30:00.000Z_${id}\n`],
  ])('returns undefined for %s', (_, text) => {
    expect(parseCursor(text)).toBeUndefined()
  })
})

describe('isCursor', () => {
  it.each([
    [
      formatCursor({
        publishedAt: '2026-11-21T09:30:00.123456Z',
        id: '86c67e5e-103c-4105-809d-2b498fbac25a',
      }),
      true,
    ],
    ['junk', false],
    ['', false],
    [undefined, false],
    [7, false],
  ])('%j: %s', (value, expected) => {
    expect(isCursor(value)).toBe(expected)
  })
})
