import { describe, expect, it } from 'vitest'
import { type KeyRecord, type KnownArticle, type KnownItems, matchItem } from './decide-items.ts'
import type { ItemWithHash } from './hash-item.server.ts'

const LINK = 'link:pod.example/show'

const item = (fields: Partial<ItemWithHash>): ItemWithHash => ({
  itemId: null,
  keys: [LINK],
  hash: 'hash',
  mark: 'ten',
  title: 'Bulletin at ten',
  summary: '',
  content: '',
  isSummary: true,
  author: '',
  guid: null,
  topics: [],
  language: null,
  imageUrl: null,
  imageAlt: null,
  sourceUrl: 'https://pod.example/show',
  sourceName: 'Pod',
  publishedAt: new Date('2026-11-23T10:00:00Z'),
  datedBySource: true,
  statedDate: null,
  updatedAt: null,
  ...fields,
})

const article = (fields: object = {}): KnownArticle => ({
  kind: 'article',
  articleId: '1',
  feedId: 'feed',
  hash: 'old',
  category: 'News',
  isEditors: false,
  title: 'Bulletin at nine',
  date: new Date('2026-11-23T09:00:00Z'),
  mark: 'nine',
  link: LINK,
  ...fields,
})
const TOMBSTONE: KnownArticle = { kind: 'tombstone' }

function known(
  byKey: Record<string, KnownArticle>,
  { records = {}, keys = [] }: { records?: Record<string, Partial<KeyRecord>>; keys?: string[] } = {},
): KnownItems {
  const complete = Object.entries(records).map(([key, record]): [string, KeyRecord] => [
    key,
    { itemKey: null, itemMark: null, isShared: false, ...record },
  ])
  return { byKey: new Map(Object.entries(byKey)), records: new Map(complete), keysOf: new Map([['1', keys]]) }
}

describe('matchItem', () => {
  it('finds the item by its guid, whatever its address is', () => {
    const moved = item({ itemId: 'nine', keys: ['link:new.example/9'], sourceUrl: 'https://new.example/9' })
    const stored = article({ title: moved.title })
    expect(matchItem(moved, known({ 'feed:feed:nine': stored }), 'feed')).toMatchObject({
      match: stored,
      keys: ['feed:feed:nine', 'link:new.example/9'],
    })
  })

  it('distinguishes an item with another guid and the same address, also from one that was deleted', () => {
    const stored = { records: { [LINK]: { itemKey: 'feed:feed:nine', itemMark: 'nine' } } }
    for (const one of [article(), TOMBSTONE])
      expect(matchItem(item({ itemId: 'ten' }), known({ [LINK]: one }, stored), 'feed')).toEqual({
        match: undefined,
        keys: ['feed:feed:ten'],
        sharedKeys: [LINK],
        claimedKeys: [],
      })
  })

  it('recognises an item whose guid alone has changed, also if it was deleted', () => {
    const stored = { records: { [LINK]: { itemKey: 'feed:feed:first', itemMark: 'ten' } } }
    for (const one of [article(), TOMBSTONE])
      expect(matchItem(item({ itemId: 'second' }), known({ [LINK]: one }, stored), 'feed').match).toBe(one)
    const republished = article({ mark: 'ten' })
    expect(
      matchItem(
        item({ itemId: 'second' }),
        known({ [LINK]: republished }, { keys: ['feed:feed:first'] }),
        'feed',
      ).match,
    ).toBe(republished)
  })

  it('recognises an article of another feed by its address, unless several items of that feed have it', () => {
    const byKey = { [LINK]: article({ feedId: 'other' }) }
    const itemKey = 'feed:other:nine'
    const match = (isShared: boolean) =>
      matchItem(item({ itemId: 'ten' }), known(byKey, { records: { [LINK]: { itemKey, isShared } } }), 'feed')
        .match
    expect(match(false)).toBe(byKey[LINK])
    expect(match(true)).toBeUndefined()
  })

  it('distinguishes two items of one feed whose address another feed had first', () => {
    const stored = known(
      { [LINK]: article({ feedId: 'other' }) },
      { records: { [LINK]: { itemKey: 'feed:other:a', itemMark: 'nine' } }, keys: [LINK, 'feed:feed:nine'] },
    )
    expect(matchItem(item({ itemId: 'ten' }), stored, 'feed')).toMatchObject({ match: undefined })
  })

  it('finds an item without guid by its address, even if several items have it', () => {
    const stored = article()
    expect(
      matchItem(item({}), known({ [LINK]: stored }, { records: { [LINK]: { isShared: true } } }), 'feed'),
    ).toMatchObject({ match: stored, keys: [LINK] })
  })

  it('claims the address of the item that is found by it', () => {
    const stored = known({ [LINK]: article({ mark: 'ten' }) })
    expect(matchItem(item({ itemId: 'ten' }), stored, 'feed')).toMatchObject({
      keys: ['feed:feed:ten', LINK],
      claimedKeys: [LINK],
    })
  })

  it('does not match an item that has nothing but its guid in common with the stored one', () => {
    const numbered = { itemId: '1', keys: ['link:two.example/b'], sourceUrl: 'https://two.example/b' }
    const stored = known({ 'feed:feed:1': article({ link: 'link:one.example/a' }) })
    const isKnown = (fields: Partial<ItemWithHash>) =>
      matchItem(item({ ...numbered, ...fields }), stored, 'feed').match !== undefined
    expect(isKnown({})).toBe(false)
    expect(isKnown({ title: 'Bulletin at nine' })).toBe(true)
    expect(isKnown({ publishedAt: new Date('2026-11-23T09:00:00Z') })).toBe(true)
    expect(isKnown({ datedBySource: false })).toBe(true)
    expect(isKnown({ keys: ['link:new.example/a'] })).toBe(true)
    expect(isKnown({ sourceUrl: null })).toBe(true)
  })
})
