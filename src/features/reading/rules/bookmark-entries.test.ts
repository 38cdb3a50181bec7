import { expect, it } from 'vitest'
import { restoreEntries } from './bookmark-entries.ts'

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

it.each([
  { name: 'a cleared list', now: [], before: [A, B, C], removed: [A, B, C], restored: [A, B, C] },
  {
    name: 'a single entry at its position',
    now: [A, C],
    before: [A, B, C],
    removed: [B],
    restored: [A, B, C],
  },
  { name: 'entries added since, first', now: [D], before: [A, B], removed: [A, B], restored: [D, A, B] },
  { name: 'no entry that was removed since', now: [C], before: [A, B, C], removed: [A], restored: [A, C] },
  { name: 'an entry that was added again once', now: [B], before: [A, B], removed: [A, B], restored: [A, B] },
])('restoreEntries restores $name', ({ now, before, removed, restored }) => {
  expect(restoreEntries(now, before, removed)).toEqual(restored)
})
