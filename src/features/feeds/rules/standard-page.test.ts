import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicaliseLink } from './canonicalise-link.ts'
import { isAlternatePage, standardPage } from './standard-page.ts'

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
