import { expect, it } from 'vitest'
import { describeDeletion, isUnseenItem } from './held-item.ts'

it.each([
  ['The Courier', null, true],
  ['The Courier', '2026-06-15T09:00:00Z', false],
  [null, null, false],
])('an item of %s, published at %s, is unseen: %s', (heldFrom, publishedAt, isUnseen) => {
  expect(isUnseenItem({ heldFrom, publishedAt })).toBe(isUnseen)
})

it.each([
  [1, true, 'It stays in the bin for 30 days. Its feed does not add it again.'],
  [2, true, 'They stay in the bin for 30 days. Their feeds do not add them again.'],
  [1, false, 'It stays in the bin for 30 days. Readers can no longer see it.'],
  [2, false, 'They stay in the bin for 30 days. Readers can no longer see them.'],
])('describes the deletion of %i articles, unseen: %s', (count, isUnseen, text) => {
  expect(describeDeletion(count, isUnseen)).toBe(text)
})
