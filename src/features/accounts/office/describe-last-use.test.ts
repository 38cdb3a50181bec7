import { expect, it } from 'vitest'
import { describeLastUse } from './describe-last-use.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

it.each([
  ['2026-03-01T12:00:05Z', 'in use'],
  ['2026-03-01T11:49:00Z', 'in use'],
  ['2026-03-01T11:30:00Z', 'last used 30 minutes ago'],
  ['2026-03-01T11:00:00Z', 'last used an hour ago'],
  ['2026-03-01T02:00:00Z', 'last used 10 hours ago'],
  ['2026-02-28T11:00:00Z', 'last used a day ago'],
  ['2026-02-22T11:00:00Z', 'last used 7 days ago'],
])('says of %s: %s', (at, words) => {
  expect(describeLastUse(at, NOW)).toBe(words)
})
