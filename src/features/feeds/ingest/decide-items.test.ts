import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Category } from '#kernel/category.ts'
import { listCategories } from '#kernel/category-lists.ts'
import { decideItems, hashAwaitingPage, type KnownArticle } from './decide-items.ts'
import type { ItemWithHash } from './hash-item.server.ts'

const FEED = { id: 'feed', category: 'News', newArticles: 'publish' } as const
const SPORT = { ...FEED, id: 'sport', category: 'Sport' } as const

const item = (hash: string, ...keys: string[]): ItemWithHash => ({
  itemId: null,
  keys,
  hash,
  mark: 'mark',
  title: 'Title',
  summary: '',
  content: '',
  isSummary: true,
  author: 'Author',
  guid: null,
  topics: [],
  language: null,
  imageUrl: null,
  imageAlt: null,
  sourceUrl: null,
  sourceName: 'Paper',
  publishedAt: new Date('2024-05-07T10:00:00Z'),
  datedBySource: true,
  statedDate: null,
  updatedAt: null,
})

type Published = Extract<KnownArticle, { kind: 'article' }>

const article = (articleId: string, feedId: string | null, category: Category = 'News'): Published => ({
  kind: 'article',
  articleId,
  feedId,
  hash: 'old',
  category,
  isEditors: false,
  title: 'Title',
  date: null,
  mark: 'mark',
  link: null,
})
const EDITORS: Published = { ...article('1', null), isEditors: true }
const FOLLOWED: KnownArticle = { ...EDITORS, feedId: 'feed' }
const TOMBSTONE: KnownArticle = { kind: 'tombstone' }

function decide(
  items: ItemWithHash[],
  known: Record<string, KnownArticle> = {},
  feed: Parameters<typeof decideItems>[2] = FEED,
) {
  const stored = { byKey: new Map(Object.entries(known)), records: new Map(), keysOf: new Map() }
  return decideItems(items, stored, feed).map(
    ({ item, keys, sharedKeys, claimedKeys, ...decision }) => decision,
  )
}

const HOLD = { ...SPORT, id: 'feed', newArticles: 'hold' } as const
const held = (feedId: string | null, isPublished = false): KnownArticle => ({
  kind: 'held',
  articleId: '1',
  feedId,
  hash: 'old',
  isPublished,
})

describe('decideItems', () => {
  it('creates unknown items', () => {
    expect(decide([item('new', 'a', 'b')])).toEqual([{ kind: 'created', newKeys: ['a', 'b'] }])
  })

  it('completes an item whose page was not requested when it was stored, unless the item has changed', () => {
    const waiting = { ...article('1', 'feed'), hash: hashAwaitingPage('a') }
    const kinds = (hash: string) => decide([item(hash, 'k')], { k: waiting }).map(({ kind }) => kind)
    expect(kinds('a')).toEqual(['completed'])
    expect(kinds(hashAwaitingPage('a'))).toEqual(['unchanged'])
    expect(kinds('b')).toEqual(['updated'])
    expect(kinds(hashAwaitingPage('b'))).toEqual(['updated'])
  })

  it.each<
    [
      name: string,
      hash: string,
      stored: KnownArticle | undefined,
      feed: Parameters<typeof decideItems>[2],
      decision: object,
    ]
  >([
    [
      'skips its own unchanged item',
      'old',
      article('1', 'feed'),
      FEED,
      { kind: 'unchanged', articleId: '1' },
    ],
    ['updates its own edited item', 'new', article('1', 'feed'), FEED, { kind: 'updated', articleId: '1' }],
    [
      'skips the article of another feed',
      'new',
      article('1', 'other'),
      FEED,
      { kind: 'duplicate', articleId: '1' },
    ],
    [
      'adopts the article of a deleted feed',
      'old',
      article('1', null),
      FEED,
      { kind: 'adopted', articleId: '1', category: 'News' },
    ],
    [
      'moves an article from News to its category',
      'old',
      article('1', 'other'),
      SPORT,
      { kind: 'recategorised', articleId: '1' },
    ],
    [
      'moves an article of a deleted feed from News to its category',
      'old',
      article('1', null),
      SPORT,
      { kind: 'adopted', articleId: '1', category: 'Sport' },
    ],
    [
      'skips an article of another category',
      'new',
      article('1', 'other', 'Money'),
      SPORT,
      { kind: 'duplicate', articleId: '1' },
    ],
    [
      'adopts an article of another category from a deleted feed',
      'old',
      article('1', null, 'Money'),
      SPORT,
      { kind: 'adopted', articleId: '1', category: 'Money' },
    ],
    [
      'preserves a category set by an editor',
      'old',
      article('1', 'sport'),
      SPORT,
      { kind: 'unchanged', articleId: '1' },
    ],
    [
      'never moves an article to News',
      'new',
      article('1', 'other', 'Sport'),
      FEED,
      { kind: 'duplicate', articleId: '1' },
    ],
    [
      'preserves an article written by an editor',
      'new',
      EDITORS,
      FEED,
      { kind: 'duplicate', articleId: '1' },
    ],
    [
      'preserves the category of an article written by an editor',
      'new',
      EDITORS,
      SPORT,
      { kind: 'duplicate', articleId: '1' },
    ],
    ['offers the new text of an edited article', 'new', FOLLOWED, FEED, { kind: 'offered', articleId: '1' }],
    ['offers no text twice', 'old', FOLLOWED, FEED, { kind: 'unchanged', articleId: '1' }],
    ['offers a text of its feed only', 'new', FOLLOWED, SPORT, { kind: 'duplicate', articleId: '1' }],
    ['does not restore a deleted article', 'new', TOMBSTONE, FEED, { kind: 'tombstoned' }],
    ['holds a new item of a held feed', 'new', undefined, HOLD, { kind: 'held', newKeys: ['a', 'b'] }],
    ['skips a held item that is unchanged', 'old', held('feed'), HOLD, { kind: 'unchanged', articleId: '1' }],
    ['holds the new text of a held item', 'new', held('feed'), HOLD, { kind: 'revised', articleId: '1' }],
    ['still holds an item after the switch', 'new', held('feed'), FEED, { kind: 'revised', articleId: '1' }],
    [
      'holds a held change after the switch',
      'new',
      held('feed', true),
      FEED,
      { kind: 'revised', articleId: '1' },
    ],
    [
      'skips an item that another feed holds',
      'new',
      held('other'),
      FEED,
      { kind: 'duplicate', articleId: '1' },
    ],
    [
      'skips an item that a deleted feed holds',
      'new',
      held(null),
      FEED,
      { kind: 'duplicate', articleId: '1' },
    ],
    [
      'holds a change of a published article',
      'new',
      article('1', 'feed'),
      HOLD,
      { kind: 'revised', articleId: '1' },
    ],
    ['skips an unchanged article', 'old', article('1', 'feed'), HOLD, { kind: 'unchanged', articleId: '1' }],
    [
      'does not move articles of another feed to a held one',
      'new',
      article('1', 'other'),
      HOLD,
      { kind: 'duplicate', articleId: '1' },
    ],
    ['does not adopt articles', 'new', article('1', null), HOLD, { kind: 'duplicate', articleId: '1' }],
    ['preserves an article of an editor', 'new', EDITORS, HOLD, { kind: 'duplicate', articleId: '1' }],
    ['does not hold a deleted article', 'new', TOMBSTONE, HOLD, { kind: 'tombstoned' }],
  ])('%s', (_, hash, stored, feed, decision) => {
    expect(decide([item(hash, 'a', 'b')], stored ? { a: stored } : {}, feed)).toEqual([
      { newKeys: ['b'], ...decision },
    ])
  })

  it.each([
    [article('1', 'feed'), TOMBSTONE, 'unchanged'],
    [TOMBSTONE, article('1', 'feed'), 'tombstoned'],
    [article('1', 'feed'), article('2', 'other'), 'unchanged'],
    [article('2', 'other'), article('1', 'feed'), 'duplicate'],
  ])('uses the strongest of keys that identify different articles (%#)', (strong, weak, kind) => {
    expect(decide([item('old', 'a', 'b')], { a: strong, b: weak })).toEqual([
      expect.objectContaining({ kind, newKeys: [] }),
    ])
  })

  it('uses a weaker key if the strongest is unknown', () => {
    expect(decide([item('old', 'a', 'b')], { b: article('1', 'feed') })).toEqual([
      { kind: 'unchanged', articleId: '1', newKeys: ['a'] },
    ])
  })

  it('decides on an article once per batch, and records every key once', () => {
    const known = { a: article('1', 'feed') }
    expect(decide([item('old', 'a', 'b'), item('new', 'a', 'b', 'c')], known)).toEqual([
      { kind: 'unchanged', articleId: '1', newKeys: ['b'] },
      { kind: 'duplicate', articleId: '1', newKeys: ['c'] },
    ])
  })

  it('never changes what readers see for a held feed, or a held item', () => {
    const key = fc.constantFrom('a', 'b', 'c', 'd')
    const feedId = fc.constantFrom('feed', 'other', null)
    const hash = fc.constantFrom('x', 'y', hashAwaitingPage('x'))
    const common = { articleId: fc.constantFrom('1', '2'), feedId, hash }
    const stored = fc.oneof(
      fc.record({
        kind: fc.constant('article' as const),
        ...common,
        category: fc.constantFrom(...listCategories()),
        isEditors: fc.boolean(),
        title: fc.constant('Title'),
        date: fc.constant(null),
        mark: fc.constant('mark'),
        link: fc.constant(null),
      }),
      fc.record({ kind: fc.constant('held' as const), ...common, isPublished: fc.boolean() }),
      fc.constant({ kind: 'tombstone' as const }),
    )
    const feed = fc.record({
      id: fc.constant('feed'),
      category: fc.constantFrom(...listCategories()),
      newArticles: fc.constantFrom('publish' as const, 'hold' as const),
    })
    const items = fc.array(fc.record({ hash, keys: fc.uniqueArray(key, { minLength: 1 }) }), { maxLength: 4 })
    fc.assert(
      fc.property(items, fc.dictionary(key, stored), feed, (given, known, feed) => {
        const decisions = decide(
          given.map(({ hash, keys }) => item(hash, ...keys)),
          known,
          feed,
        )
        const heldIds = Object.values(known).flatMap((one) => (one.kind === 'held' ? [one.articleId] : []))
        for (const [index, decision] of decisions.entries()) {
          const match = given[index]?.keys.map((key) => known[key]).find(Boolean)
          if (feed.newArticles === 'publish' && match?.kind !== 'held') continue
          expect(['held', 'revised', 'unchanged', 'offered', 'duplicate', 'tombstoned']).toContain(
            decision.kind,
          )
          if (decision.kind === 'revised' && match?.kind === 'held')
            expect(heldIds).toContain(decision.articleId)
        }
      }),
    )
  })

  it('creates one article for two items with a common key', () => {
    expect(decide([item('1', 'a', 'b'), item('2', 'b', 'c'), item('3', 'd')])).toEqual([
      { kind: 'created', newKeys: ['a', 'b'] },
      { kind: 'duplicate', articleId: null, newKeys: [] },
      { kind: 'created', newKeys: ['d'] },
    ])
  })

  it('is stable: two feeds with the same story never alternate', () => {
    const stored: KnownArticle = {
      kind: 'article',
      articleId: '1',
      feedId: 'feed',
      hash: 'ours',
      category: 'News',
      isEditors: false,
      title: 'Title',
      date: null,
      mark: 'mark',
      link: null,
    }
    const rounds = [0, 1].flatMap(() => [
      decide([item('ours', 'a')], { a: stored }),
      decide([item('theirs', 'a')], { a: stored }, { ...FEED, id: 'other' }),
    ])
    expect(rounds.flat().map(({ kind }) => kind)).toEqual([
      'unchanged',
      'duplicate',
      'unchanged',
      'duplicate',
    ])
  })
})
