import { expect, it } from 'vitest'
import { formatSitemapName, parseSitemapName } from './sitemap-name.ts'

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
])('"%s" names none', (text) => {
  expect(parseSitemapName(text)).toBeUndefined()
})
