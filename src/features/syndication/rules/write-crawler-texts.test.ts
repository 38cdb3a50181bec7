import { describe, expect, it } from 'vitest'
import { site } from '#features/site/testing/site.ts'
import { emailUri, writeLlmsText, writeRobotsText, writeSecurityText } from './write-crawler-texts.ts'

it('robots.txt disallows non-public paths and lists the sitemaps', () => {
  expect(writeRobotsText('https://paper.example')).toBe(
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

describe('llms.txt', () => {
  const lines = writeLlmsText(site).split('\n')

  it('starts with the name and the description of the site', () => {
    expect(lines.slice(0, 3)).toEqual(['# The Paper', '', '> News from here'])
  })

  it('lists sections and feeds as links under second-level headings', () => {
    expect(lines.filter((line) => line.startsWith('#'))).toEqual([
      '# The Paper',
      '## Sections',
      '## Feeds',
      '## Optional',
    ])
    expect(lines).toContain('- [TV](https://paper.example/tv): Articles on TV, newest first')
    expect(lines).toContain('- [All articles, RSS 2.0](https://paper.example/feed.xml)')
    expect(lines).toContain('- [Sport, JSON Feed](https://paper.example/sport/feed.json)')
    for (const line of lines.filter((line) => line.startsWith('-'))) {
      expect(line).toMatch(/^- \[.+\]\(https:\/\/paper\.example\/\S+\)(: .+)?$/)
    }
  })

  it('keeps every setting on one line', () => {
    const settings = { ...site.settings, siteName: 'The Paper\n## Extra', siteDescription: 'a\n\nb' }
    const text = writeLlmsText({ ...site, settings })
    expect(text.split('\n').slice(0, 3)).toEqual(['# The Paper ## Extra', '', '> a b'])
    expect(text).not.toMatch(/^## Extra/m)
  })
})

const NOW = new Date('2026-11-22T16:20:00Z')
const contact = 'mailto:security@paper.example'

describe('writeSecurityText', () => {
  it('contains the fields of RFC 9116', () => {
    expect(writeSecurityText({ origin: 'https://paper.example', contact }, NOW)).toBe(
      [
        'Contact: mailto:security@paper.example',
        'Expires: 2027-05-21T00:00:00.000Z',
        'Preferred-Languages: en',
        'Canonical: https://paper.example/.well-known/security.txt',
        '',
      ].join('\n'),
    )
  })

  it('has no canonical address without https', () => {
    expect(writeSecurityText({ origin: 'http://localhost:3000', contact }, NOW)).not.toContain('Canonical')
  })
})

it.each([
  [' desk@paper.example ', 'mailto:desk@paper.example'],
  ['', undefined],
  ['desk@paper', undefined],
  ['desk@paper.example\nPolicy: https://evil.example', undefined],
])('the URI of the address %j is %s', (text, uri) => {
  expect(emailUri(text)).toBe(uri)
})
