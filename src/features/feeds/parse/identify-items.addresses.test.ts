import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicaliseLink, isAlternatePage, partOf, redirectTarget, standardPage } from './identify-items.ts'

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
    ['https://paper.example/caf%c3%a9/%7Eada/50%25/%2fb', 'paper.example/caf%C3%A9/~ada/50%25/%2Fb'],
    ['https://paper.example/café/%', 'paper.example/caf%C3%A9/%'],
    ['https://paper.example/a?q=%c3%a9&r=%7E', 'paper.example/a?q=%C3%A9&r=~'],
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

  it.each(['id=1', 'attribute=x', 'reference=7', 'section=press', 'slug=why-rss-died', 'ref=101'])(
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

describe('redirectTarget', () => {
  it.each([
    [
      'https://www.google.com/url?rct=j&sa=t&url=https://paper.example/a%3Fb%3D1&ct=ga',
      'https://paper.example/a?b=1',
    ],
    [
      'http://www.bing.com/news/apiclick.aspx?ref=FexRss&url=https%3a%2f%2fpaper.example%2fa&c=1',
      'https://paper.example/a',
    ],
    [
      'https://www.google.com/url?url=javascript:alert(1)',
      'https://www.google.com/url?url=javascript:alert(1)',
    ],
    [
      'https://paper.example/url?url=https://other.example/',
      'https://paper.example/url?url=https://other.example/',
    ],
  ])('of %s is %s', (link, target) => {
    expect(redirectTarget(link)).toBe(target)
  })
})

describe('standardPage', () => {
  it.each([
    'https://m.paper.example/2026/a',
    'https://mobile.paper.example/2026/a',
    'https://amp.paper.example/2026/a',
    'https://www.paper.example/2026/a/amp',
    'https://www.paper.example/2026/a/amp/',
    'https://www.paper.example/amp/2026/a',
    'https://www.paper.example/2026/a.amp',
    'https://www.paper.example/2026/a?amp',
    'https://www.paper.example/2026/a?amp=1',
    'https://www.paper.example/2026/a?outputType=amp',
    'https://www.paper.example/2026/a/print',
    'https://www.paper.example/2026/a?print=true',
    'https://www.paper.example/2026/a?view=print&utm_source=rss',
    'http://m.paper.example/2026/a/amp?m=1&utm_source=rss#top',
    'https://www.google.com/amp/s/www.paper.example/2026/a',
    'https://paper-example.cdn.ampproject.org/c/s/www.paper.example/2026/a/amp',
  ])('reduces %s to the article', (link) => {
    expect(standardPage(link)).toBe('paper.example/2026/a')
    expect(isAlternatePage(link)).toBe(true)
  })

  it.each([
    ['https://www.paper.example/a.amp.html', 'paper.example/a.html'],
    ['https://www.paper.example/a.html.amp', 'paper.example/a.html'],
    ['https://en.m.paper.example/a', 'en.paper.example/a'],
    ['https://m.paper.example/?p=7', 'paper.example?p=7'],
  ])('reduces %s to %s', (link, page) => {
    expect(standardPage(link)).toBe(page)
  })

  it.each([
    'https://paper.example/a?id=1',
    'https://paper.example/camp',
    'https://paper.example/print/a',
    'https://paper.example/a?format=long&m=12',
    'https://m.example/a',
    'https://ample.paper.example/a',
  ])('preserves %s', (link) => {
    expect(standardPage(link)).toBe(canonicaliseLink(link))
    expect(isAlternatePage(link)).toBe(false)
  })

  it.each([
    'https://paper.example/amp',
    'https://paper.example/?print=1',
    'javascript:alert(1)',
    `https://paper.example/a${'/amp'.repeat(400)}`,
  ])('returns null for %s', (link) => {
    expect(standardPage(link)).toBeNull()
  })

  it('is idempotent', () => {
    const part = fc.constantFrom('amp', 'print', 'a', 'story.amp', 'b.html', 'm', '%41', 'é', '')
    const host = fc.constantFrom('m.', 'amp.', 'www.', 'en.m.', 'mobile.m.', '')
    const parameter = fc.constantFrom(
      'amp=1',
      'print',
      'utm_source=x',
      'id=%26',
      'm=1',
      'q=a b',
      'view=print',
    )
    const link = fc
      .tuple(host, fc.array(part, { maxLength: 5 }), fc.array(parameter, { maxLength: 4 }))
      .map(([prefix, path, query]) => `https://${prefix}paper.example/${path.join('/')}?${query.join('&')}`)
    fc.assert(
      fc.property(fc.oneof(link, fc.webUrl({ withQueryParameters: true })), (address) => {
        const page = standardPage(address)
        fc.pre(page !== null)
        expect(standardPage(`https://${page}`)).toBe(page)
      }),
    )
  })
})

it('names the part of a page by its fragment, whatever the case of its encoding', () => {
  expect(partOf('https://paper.example/a#caf%c3%a9')).toBe('#caf%C3%A9')
  expect(partOf('https://paper.example/a#café')).toBe('#caf%C3%A9')
})
