import { afterAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#platform/testing/test-database.ts'
import { HOSTILE } from '../testing/feed-article.ts'
import {
  formatSitemapName,
  parseSitemapName,
  writeNewsSitemap,
  writeSitemap,
  writeSitemapIndex,
} from './write-sitemap.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const ID = 'b0000000-0000-4000-8000-000000000001'
const NEWS = 'http://www.google.com/schemas/sitemap-news/0.9'

/** Reads texts with PostgreSQL's strict parser, libxml2. */
async function read(document: string, path: string): Promise<string[]> {
  const { rows } = await database.pool.query(
    `select (xpath('string(.)', node))[1]::text as text
     from unnest(xpath($2, xmlparse(document $1), array[array['s', $3], array['n', $4]])) as node`,
    [document, path, SITEMAP, NEWS],
  )
  return rows.map(({ text }) => text)
}

describe('writeSitemapIndex', () => {
  it('lists the sitemaps', async () => {
    const index = writeSitemapIndex(['https://paper.example/a.xml', 'https://paper.example/b.xml'])
    expect(await read(index, '/s:sitemapindex/s:sitemap/s:loc')).toEqual([
      'https://paper.example/a.xml',
      'https://paper.example/b.xml',
    ])
  })
})

describe('writeSitemap', () => {
  it('lists pages, with their last modification time if known', async () => {
    const sitemap = writeSitemap([
      { url: 'https://paper.example/' },
      { url: 'https://paper.example/article/1', changedAt: new Date('2026-11-21T10:00:00Z') },
    ])
    expect(await read(sitemap, '/s:urlset/s:url/s:loc')).toEqual([
      'https://paper.example/',
      'https://paper.example/article/1',
    ])
    expect(await read(sitemap, '//s:url[s:lastmod]/s:lastmod')).toEqual(['2026-11-21T10:00:00.000Z'])
  })
})

it('the largest sitemap is far below the limit of sitemaps.org, 50 MB', async () => {
  const entry = { url: `https://${'paper.'.repeat(35)}example/article/${ID}`, changedAt: new Date() }
  const sitemap = writeSitemap(Array.from({ length: 5_000 }, () => entry))
  expect(Buffer.byteLength(sitemap)).toBeLessThan(2_500_000)
  expect(await read(sitemap, '/s:urlset/s:url[5000]/s:loc')).toEqual([entry.url])
})

it('declares the encoding and the namespace of the protocol', () => {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
  expect(writeSitemap([])).toBe(`${head}<urlset xmlns="${SITEMAP}">\n</urlset>\n`)
  expect(writeSitemapIndex([])).toBe(`${head}<sitemapindex xmlns="${SITEMAP}">\n</sitemapindex>\n`)
  expect(writeNewsSitemap('x', [])).toBe(
    `${head}<urlset xmlns="${SITEMAP}" xmlns:news="${NEWS}">\n</urlset>\n`,
  )
})

describe('writeNewsSitemap', () => {
  const publishedAt = new Date('2026-11-21T09:30:00Z')

  it('includes the fields required by news search', async () => {
    const url = 'https://paper.example/article/1'
    const sitemap = writeNewsSitemap('The Paper', [
      { url, title: 'Baths reopen', language: 'en-GB', publishedAt },
    ])
    expect(await read(sitemap, '/s:urlset/s:url/s:loc | //n:news//*[not(*)]')).toEqual([
      'https://paper.example/article/1',
      'The Paper',
      'en',
      '2026-11-21T09:30:00.000Z',
      'Baths reopen',
    ])
  })

  it.each([
    ['de-AT', 'de'],
    ['zh-Hant', 'zh-tw'],
    ['zh', 'zh-cn'],
  ])('states the language %s as %s', async (language, written) => {
    const entry = { url: 'https://paper.example/article/1', title: 'A', language, publishedAt }
    expect(await read(writeNewsSitemap('The Paper', [entry]), '//n:language')).toEqual([written])
  })

  it.each(HOSTILE)('is well-formed with %s in a title and in the site name', async (_, text, arrives) => {
    const sitemap = writeNewsSitemap(text, [
      { url: 'https://paper.example/article/1', title: text, language: 'en', publishedAt },
    ])
    const texts = await read(sitemap, '//n:name | //n:title')
    // Parsers differ in C1 controls and white space.
    const plain = texts.map((text) =>
      text
        .replace(/\s+/g, ' ')
        .replace(/\p{Cc}/gu, '')
        .trim(),
    )
    expect(plain).toEqual([decoded(arrives), decoded(arrives)])
  })
})

/** PostgreSQL returns node text as escaped XML. */
function decoded(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

it.each([
  ['pages', { kind: 'pages' }],
  ['2026-11', { kind: 'month', month: '2026-11', part: 1 }],
  ['2026-11-2', { kind: 'month', month: '2026-11', part: 2 }],
  ['2026-01-17', { kind: 'month', month: '2026-01', part: 17 }],
] as const)('"%s" names a sitemap, both ways', (text, name) => {
  expect(parseSitemapName(text)).toEqual(name)
  expect(formatSitemapName(name)).toBe(text)
})

it.each([
  '',
  'Pages',
  '2026',
  '2026-1',
  '2026-00',
  '2026-13',
  '2026-11-0',
  '2026-11-1',
  '2026-11-02',
  '2026-11-9999999',
  '0000-01',
  '9999-12',
  ' 2026-11',
  '2026-11\n',
  '٢٠٢٦-11',
])('"%s" names no sitemap', (text) => {
  expect(parseSitemapName(text)).toBeUndefined()
})
