import { expect, it } from 'vitest'
import { robotsText } from './robots-text.ts'

it('robots.txt keeps crawlers out of what is not for readers, and names the sitemaps', () => {
  expect(robotsText('https://paper.example')).toBe(
    [
      'User-agent: *',
      'Disallow: /admin',
      'Disallow: /api',
      'Disallow: /functions',
      '',
      'Sitemap: https://paper.example/sitemap.xml',
      'Sitemap: https://paper.example/news-sitemap.xml',
      '',
    ].join('\n'),
  )
})
