import { expect, it } from 'vitest'
import { sanitiseOwnBody } from '#platform/render/sanitise.server.ts'
import { markSponsoredLinks } from './sponsored-links.ts'

it('marks links to other sites, and nothing else', () => {
  const html = sanitiseOwnBody(
    '<p>rel="noopener" <a href="https://shop.example/">Shop</a> <a href="https://b.example/" target="_blank">B</a> <a href="/news">News</a></p>',
    {},
  )
  const marked = markSponsoredLinks(html)
  expect(marked.match(/<a [^>]*>/g)).toEqual([
    expect.stringMatching(/shop\.example.* rel="sponsored noopener/i),
    expect.stringMatching(/b\.example.* rel="sponsored noopener/i),
    '<a href="/news" rel="noopener">',
  ])
  expect(marked).toContain('rel="noopener" <a')
})
