import { describe, expect, it } from 'vitest'
import { canonicalKey, type Identifiable, identifyItems } from './identify-items.ts'

const HOMES = ['https://www.paper.example/news', 'https://feeds.paper.example/all.xml']

const item = (fields: Partial<Identifiable>): Identifiable => ({
  guid: null,
  link: null,
  title: 'Title',
  date: null,
  ...fields,
})
const identify = (...items: Partial<Identifiable>[]) => identifyItems(items.map(item), HOMES)
const keysOf = (...items: Partial<Identifiable>[]) => identify(...items).map(({ keys }) => keys)
const idsOf = (...items: Partial<Identifiable>[]) => identify(...items).map(({ itemId }) => itemId)
const link = (path: string) => `https://www.paper.example/${path}`

describe('identifyItems', () => {
  it('identifies an item by its guid within the feed, and by its canonical link among feeds', () => {
    expect(identify({ link: link('a?utm_source=rss'), guid: 'a-1' })).toEqual([
      { itemId: 'a-1', keys: ['link:paper.example/a'] },
    ])
  })

  it('creates a common key for the same story in two feeds of a publisher', () => {
    const other = identifyItems(
      [item({ link: 'http://paper.example/a/?at_campaign=sport', guid: 'a-1' })],
      ['https://www.paper.example/sport', 'https://feeds.paper.example/sport.xml'],
    )
    expect(other).toEqual(identify({ link: link('a'), guid: 'a-1' }))
  })

  it('distinguishes equal guids of two publishers', () => {
    const other = identifyItems([item({ guid: '1' })], ['https://other.example/'])
    expect(other[0]?.keys).not.toEqual(keysOf({ guid: '1' })[0])
  })

  it('identifies an item without link by its guid and publisher among feeds', () => {
    expect(identify({ guid: 'episode-7' })).toEqual([
      { itemId: 'episode-7', keys: ['guid:paper.example:episode-7'] },
    ])
  })

  it.each(['', '#0', '#12'])('compares a guid that is a URL followed by "%s" as a URL', (edit) => {
    expect(identify({ link: link('a'), guid: `http://paper.example/id/7${edit}` })).toEqual([
      {
        itemId: 'link:paper.example/id/7',
        keys: ['link:paper.example/id/7', 'link:paper.example/a'],
      },
    ])
  })

  it.each(['#1', '#1718000000', '#post-1'])('distinguishes the parts of a page by "%s"', (part) => {
    const other = `${part}2`
    const [one, two] = [part, other].map((fragment) => ({
      link: link(`log${fragment}`),
      guid: link(`log${fragment}`),
    }))
    expect(idsOf(one ?? {})).toEqual([link(`log${part}`)])
    expect(keysOf(one ?? {})).toEqual([[`link:paper.example/log${part}`]])
    expect(idsOf(one ?? {}, two ?? {})).toEqual([link(`log${part}`), link(`log${other}`)])
  })

  it.each(['#comments', '#xtor=RSS-1', '#ref=rss', '#more-77', '#:~:text=word', '#'])(
    'ignores "%s" in links',
    (fragment) => {
      expect(keysOf({ link: link(`a${fragment}`) })).toEqual([['link:paper.example/a']])
    },
  )

  it('ignores a guid shared by items with different links', () => {
    const given = [
      { link: link('a'), guid: '0' },
      { link: link('b'), guid: '0' },
    ]
    expect(keysOf(...given)).toEqual([['link:paper.example/a'], ['link:paper.example/b']])
    expect(idsOf(...given)).toEqual([null, null])
  })

  it('ignores a link shared by items with different guids', () => {
    const given = [
      { link: link('live'), guid: '1' },
      { link: link('live'), guid: '2' },
    ]
    expect(keysOf(...given)).toEqual([['guid:paper.example:1'], ['guid:paper.example:2']])
    expect(idsOf(...given)).toEqual(['1', '2'])
  })

  it('ignores a link shared by items with different titles', () => {
    expect(keysOf({ link: link('log'), title: 'One' }, { link: link('log'), title: 'Two' })).toEqual([
      ['text:paper.example:one'],
      ['text:paper.example:two'],
    ])
  })

  it('uses a link and a guid that repeat together', () => {
    const twice = { link: link('a'), guid: '1' }
    expect(keysOf(twice, { ...twice, title: 'Edited' })).toEqual([
      ['link:paper.example/a'],
      ['link:paper.example/a'],
    ])
  })

  it.each([link(''), link('news/'), 'http://paper.example/news?utm_source=rss', HOMES[1] ?? ''])(
    'ignores %s, which is not the URL of a story',
    (home) => {
      expect(keysOf({ link: home, guid: home, title: 'A  Story', date: 'Tue,  07 May 2024' })).toEqual([
        ['text:paper.example:a story tue, 07 may 2024'],
      ])
    },
  )

  it('uses the home page of another site, which may be a story', () => {
    expect(keysOf({ link: 'https://thing.example/' })).toEqual([['link:thing.example']])
  })

  it('adds the key of the standard page to that of a mobile page', () => {
    expect(keysOf({ link: 'https://m.paper.example/a?utm_source=x', guid: '1' })).toEqual([
      ['link:paper.example/a', 'link:m.paper.example/a'],
    ])
  })

  it('ignores a standard page shared by items with different titles', () => {
    expect(keysOf({ link: link('a'), title: 'One' }, { link: link('a/print'), title: 'Two' })).toEqual([
      ['link:paper.example/a'],
      ['link:paper.example/a/print'],
    ])
  })

  it('ignores the home page as a standard page', () => {
    expect(keysOf({ link: 'https://m.paper.example/amp', guid: '1' })).toEqual([['link:m.paper.example/amp']])
  })

  it('omits keys that are too long to be stored', () => {
    expect(keysOf({ link: link('a'.repeat(600)), guid: '1' })).toEqual([['guid:paper.example:1']])
    expect(keysOf({ link: link('a'.repeat(600)), title: 'x'.repeat(700) })[0]?.[0]).toHaveLength(600)
  })
})

describe('canonicalKey', () => {
  it.each([
    ['https://www.paper.example/2026/a', 'https://m.paper.example/s/1', 'link:paper.example/2026/a'],
    ['https://m.paper.example/a/amp?utm_medium=x', 'https://paper.example/s/1/amp', 'link:paper.example/a'],
    ['https://news.paper.example/a', 'https://m.paper.example/s/1', 'link:news.paper.example/a'],
    ['https://paper.example/live', 'https://m.paper.example/live#p1', 'link:paper.example/live#p1'],
    ['https://other.example/a', 'https://m.paper.example/s/1', null],
    ['https://evilpaper.example/a', 'https://m.paper.example/s/1', null],
    ['https://paper.example/', 'https://m.paper.example/s/1', null],
    ['javascript:alert(1)', 'https://m.paper.example/s/1', null],
    [`https://paper.example/${'a'.repeat(700)}`, 'https://m.paper.example/s/1', null],
  ])('reads %s, declared by %s, as %s', (canonical, page, key) => {
    expect(canonicalKey(canonical, page)).toBe(key)
  })
})
