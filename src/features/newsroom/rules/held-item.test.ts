import { expect, it } from 'vitest'
import { describeDeletion, isUnseenItem } from './held-item.ts'

it.each([
  ['The Courier', null, true],
  ['The Courier', '2026-06-15T09:00:00Z', false],
  [null, null, false],
])('an item of %s, published at %s, is unseen: %s', (heldFrom, publishedAt, isUnseen) => {
  expect(isUnseenItem({ heldFrom, publishedAt })).toBe(isUnseen)
})

const unseen = { heldFrom: 'The Courier', publishedAt: null }
const draft = { heldFrom: null, publishedAt: null }
const published = { heldFrom: null, publishedAt: '2026-06-15T09:00:00Z' }

it.each([
  [[unseen], 'It stays in the bin for 30 days. Its feed does not add it again.'],
  [[unseen, unseen], 'They stay in the bin for 30 days. Their feeds do not add them again.'],
  [[draft], 'It stays in the bin for 30 days.'],
  [[draft, unseen], 'They stay in the bin for 30 days.'],
  [[published], 'It stays in the bin for 30 days. Readers can no longer see it.'],
  [[published, draft], 'They stay in the bin for 30 days. Readers can no longer see them.'],
])('describes the deletion of %o', (articles, text) => {
  expect(describeDeletion(articles)).toBe(text)
})
