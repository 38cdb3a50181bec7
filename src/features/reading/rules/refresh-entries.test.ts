import { expect, it } from 'vitest'
import type { Bookmark } from './bookmark.ts'
import { checkedIds, refreshEntries, type SavedCheck } from './refresh-entries.ts'

const ID = '0b8f6c1e-52f4-4c0a-9d5e-3f3a1f0d9c11'
const SAVED: Bookmark = {
  id: ID,
  title: 'Ferry sinks',
  summary: 'All were <em>lost</em>.',
  author: 'Ruth Adeyemi',
  category: 'Travel',
  imageUrl: `/media/${ID}/0123456789abcd/3x2-480.webp`,
  publishedAt: '2026-07-01T22:30:00.000Z',
}
const OTHER = { ...SAVED, id: 'saved-elsewhere', title: 'Tea at four' }
const check = (found: Partial<SavedCheck>): SavedCheck => ({
  articles: [],
  withdrawn: [],
  deleted: [],
  ...found,
})

it('checks the newest 200 articles that can be of this site', () => {
  const many = Array.from({ length: 250 }, (_, index) => ({
    ...SAVED,
    id: `${ID.slice(0, -3)}${String(index).padStart(3, '0')}`,
  }))
  expect(checkedIds([OTHER, ...many])).toEqual(many.slice(0, 200).map(({ id }) => id))
})

it('returns the same entries if nothing has changed, also in another shape', () => {
  const { imageUrl, publishedAt, ...shared } = SAVED
  const entries = [null, { ...shared, image_url: imageUrl, published_at: publishedAt }, OTHER]
  expect(refreshEntries(entries, check({ articles: [SAVED] }))).toBe(entries)
  expect(refreshEntries(entries, check({}))).toBe(entries)
})

it('takes over the headline, summary and image of a corrected article', () => {
  const corrected = { ...SAVED, title: 'Ferry arrives late', summary: 'Nobody was hurt.', imageUrl: '' }
  expect(refreshEntries([OTHER, SAVED], check({ articles: [corrected] }))).toEqual([OTHER, corrected])
})

it.each([
  ['withdrawn', 'This article was withdrawn'],
  ['deleted', 'This article is no longer available'],
] as const)('keeps no text of a %s article, until it is published again', (state, title) => {
  const entries = refreshEntries([SAVED, OTHER], check({ [state]: [ID] }))
  expect(entries).toEqual([{ ...SAVED, title, summary: '', author: '', imageUrl: '', removed: state }, OTHER])
  expect(refreshEntries(entries, check({ [state]: [ID] }))).toBe(entries)
  expect(refreshEntries(entries, check({ articles: [SAVED] }))).toEqual([SAVED, OTHER])
})
