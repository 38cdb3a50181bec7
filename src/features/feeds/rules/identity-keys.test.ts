import { describe, expect, it } from 'vitest'
import { canonicalKey, type Identifiable, identityKeys } from './identity-keys.ts'

const HOMES = ['https://www.paper.example/news', 'https://feeds.paper.example/all.xml']

const item = (fields: Partial<Identifiable>): Identifiable => ({
  guid: null,
  link: null,
  title: 'Title',
  date: null,
  ...fields,
})
const keysOf = (...items: Partial<Identifiable>[]) => identityKeys(items.map(item), HOMES)
const link = (path: string) => `https://www.paper.example/${path}`

describe('identityKeys', () => {
  it('orders the canonical link before the guid', () => {
    expect(keysOf({ link: link('a?utm_source=rss'), guid: 'a-1' })).toEqual([
      ['link:paper.example/a', 'guid:paper.example:a-1'],
    ])
  })

  it('creates a common key for the same story in two feeds of a publisher', () => {
    const other = identityKeys(
      [item({ link: 'http://paper.example/a/?at_campaign=sport', guid: 'a-1' })],
      ['https://www.paper.example/sport', 'https://feeds.paper.example/sport.xml'],
    )
    expect(other).toEqual(keysOf({ link: link('a'), guid: 'a-1' }))
  })

  it('distinguishes equal guids of two publishers', () => {
    expect(identityKeys([item({ guid: '1' })], ['https://other.example/'])).not.toEqual(keysOf({ guid: '1' }))
  })

  it.each(['', '#0', '#12'])('compares a guid that is a URL followed by "%s" as a URL', (edit) => {
    expect(keysOf({ link: link('a'), guid: `http://paper.example/id/7${edit}` })).toEqual([
      ['link:paper.example/a', 'link:paper.example/id/7'],
    ])
  })

  it('preserves the numbers of guids that distinguish the parts of a page', () => {
    const part = (number: number) => ({ link: link(`log#${number}`), guid: link(`log#${number}`) })
    expect(keysOf(part(1), part(2))).toEqual([
      [`guid:paper.example:${link('log#1')}`],
      [`guid:paper.example:${link('log#2')}`],
    ])
  })

  it('preserves the fragment of a guid that distinguishes items', () => {
    expect(keysOf({ guid: link('log#v1') }, { guid: link('log#v2') })).toEqual([
      [`guid:paper.example:${link('log#v1')}`],
      [`guid:paper.example:${link('log#v2')}`],
    ])
  })

  it('ignores a guid shared by items with different links', () => {
    expect(keysOf({ link: link('a'), guid: '0' }, { link: link('b'), guid: '0' })).toEqual([
      ['link:paper.example/a'],
      ['link:paper.example/b'],
    ])
  })

  it('ignores a link shared by items with different guids', () => {
    expect(keysOf({ link: link('live'), guid: '1' }, { link: link('live'), guid: '2' })).toEqual([
      ['guid:paper.example:1'],
      ['guid:paper.example:2'],
    ])
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
      ['link:paper.example/a', 'guid:paper.example:1'],
      ['link:paper.example/a', 'guid:paper.example:1'],
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
      ['link:paper.example/a', 'link:m.paper.example/a', 'guid:m.paper.example:1'],
    ])
  })

  it('ignores a standard page shared by items with different titles', () => {
    expect(keysOf({ link: link('a'), title: 'One' }, { link: link('a/print'), title: 'Two' })).toEqual([
      ['link:paper.example/a'],
      ['link:paper.example/a/print'],
    ])
  })

  it('ignores the home page as a standard page', () => {
    expect(keysOf({ link: 'https://m.paper.example/amp', guid: '1' })).toEqual([
      ['link:m.paper.example/amp', 'guid:m.paper.example:1'],
    ])
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
    ['https://other.example/a', 'https://m.paper.example/s/1', null],
    ['https://evilpaper.example/a', 'https://m.paper.example/s/1', null],
    ['https://paper.example/', 'https://m.paper.example/s/1', null],
    ['javascript:alert(1)', 'https://m.paper.example/s/1', null],
    [`https://paper.example/${'a'.repeat(700)}`, 'https://m.paper.example/s/1', null],
  ])('reads %s, declared by %s, as %s', (canonical, page, key) => {
    expect(canonicalKey(canonical, page)).toBe(key)
  })
})
