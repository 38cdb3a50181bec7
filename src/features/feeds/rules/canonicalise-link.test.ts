import { describe, expect, it } from 'vitest'
import { canonicaliseLink, redirectTarget } from './canonicalise-link.ts'

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
