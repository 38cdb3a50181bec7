import { describe, expect, it } from 'vitest'
import { canonicaliseLink, type Identifiable, identityKeys } from './identity-keys.ts'

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

  it('omits keys that are too long to be stored', () => {
    expect(keysOf({ link: link('a'.repeat(600)), guid: '1' })).toEqual([['guid:paper.example:1']])
    expect(keysOf({ link: link('a'.repeat(600)), title: 'x'.repeat(700) })[0]?.[0]).toHaveLength(600)
  })
})

describe('canonicaliseLink', () => {
  it.each([
    ['http://www.Paper.example/A/', 'paper.example/A'],
    ['https://paper.example/A#comments', 'paper.example/A'],
    ['https://paper.example:443/A', 'paper.example/A'],
    ['https://paper.example:8443/A', 'paper.example:8443/A'],
    ['https://paper.example/', 'paper.example'],
    ['https://paper.example/?p=7', 'paper.example?p=7'],
    ['https://paper.example/a?z=1&b=2&a=3', 'paper.example/a?a=3&b=2&z=1'],
    ['https://paper.example/a?q=x%26y&r=%C3%A9', 'paper.example/a?q=x%26y&r=%C3%A9'],
    ['https://redir.example/online/rss091/*https://www.paper.example/a', 'paper.example/a'],
  ])('canonicalises %s to %s', (link, canonical) => {
    expect(canonicaliseLink(link)).toBe(canonical)
  })

  it.each(
    'utm_source=x utm_campaign= at_medium=RSS ns_mchannel=x wt_mc=rss.a.b xtor=RSS-1 fbclid=1 gclid=1 ref=x rss=1 CMP=x ocid=x ito=1490 mod=rss_news partner=RSS'.split(
      ' ',
    ),
  )('removes the tracking parameter %s', (parameter) => {
    expect(canonicaliseLink(`https://paper.example/a?id=1&${parameter}`)).toBe('paper.example/a?id=1')
  })

  it.each(['id=1', 'attribute=x', 'reference=7', 'section=press'])(
    'preserves the parameter %s',
    (parameter) => {
      expect(canonicaliseLink(`https://paper.example/a?${parameter}`)).toBe(`paper.example/a?${parameter}`)
    },
  )

  it.each(['', 'paper.example/a', 'javascript:alert(1)', 'ftp://paper.example/a', 'https://'])(
    'returns null for %j',
    (link) => {
      expect(canonicaliseLink(link)).toBeNull()
    },
  )
})
