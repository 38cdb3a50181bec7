import { describe, expect, it } from 'vitest'
import { parseFrontMatter, readPageFields } from './front-matter.ts'

it.each([
  ['YAML', '---\ntitle: "A: b"\ntags: [x, y]\n---\n\nText', { title: 'A: b', tags: ['x', 'y'] }, '\nText'],
  ['YAML with Windows lines and a mark', '\uFEFF---\r\ntitle: A\r\n---\r\nText', { title: 'A' }, 'Text'],
  ['TOML', '+++\ntitle = "A"\ndraft = true\n+++\nText', { title: 'A', draft: true }, 'Text'],
  ['JSON', '{\n"title": "A"\n}\nText', { title: 'A' }, 'Text'],
  ['none', 'Text\n---\nmore', {}, 'Text\n---\nmore'],
  ['an empty one', '---\n---\nText', {}, 'Text'],
  ['only a line', '---\nText', {}, '---\nText'],
])('reads %s', (_, file, fields, body) => {
  expect(parseFrontMatter(file)).toEqual({ fields, body, isDamaged: false })
})

it.each([
  ['broken YAML', '---\na: [\n---\nText'],
  ['broken TOML', '+++\na = \n+++\nText'],
  ['broken JSON', '{\n"a":\n}\nText'],
  ['a list', '---\n- a\n---\nText'],
  [
    'a billion laughs',
    `---\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'.replace(/./g, (name, index) => `${name}: &${name} [${`*${'abcdefghi'[index]},`.repeat(9)}]\n`)}---\nText`,
  ],
  ['deep nesting', `---\na: ${'['.repeat(50_000)}\n---\nText`],
])('survives %s', (_, file) => {
  expect(parseFrontMatter(file)).toEqual({ fields: {}, body: 'Text', isDamaged: true })
})

it('does not read front matter that is too long', () => {
  expect(parseFrontMatter(`---\na: ${'x'.repeat(200_000)}\n---\nText`).fields).toEqual({})
})

describe('fields', () => {
  it.each([
    [
      { title: 'A', subtitle: 'B', description: 'C' },
      { title: 'A', standfirst: 'B', searchDescription: 'C' },
    ],
    [{ description: 'C' }, { standfirst: 'C', searchDescription: null }],
    [{ date: '2024-05-01 10:00:00 +0200' }, { publishedAt: '2024-05-01T08:00:00.000Z' }],
    [
      { date: '2024-05-01', lastmod: new Date('2024-05-02T10:00:00Z') },
      { publishedAt: '2024-05-01T00:00:00.000Z', updatedAt: '2024-05-02T10:00:00.000Z' },
    ],
    [{ published: '2024-05-01T10:00:00Z' }, { publishedAt: '2024-05-01T10:00:00.000Z', isDraft: null }],
    [{ published: false }, { isDraft: true, publishedAt: null }],
    [{ draft: true }, { isDraft: true }],
    [{ draft: false }, { isDraft: false }],
    [{ tags: 'sea, [[Harbour]], #sea' }, { tags: ['sea', 'Harbour'] }],
    [
      { categories: ['News'], authors: [{ name: 'Ada' }, 'Bo'] },
      { categories: ['News'], authors: ['Ada', 'Bo'] },
    ],
    [
      { permalink: '/a/b/', redirect_from: ['/c/', 'https://old.example/d'] },
      { permalink: '/a/b/', aliases: ['/c/', '/d'] },
    ],
    [{ permalink: '/:year/:title/' }, { permalink: null }],
    [
      { cover: { image: 'a.jpg', alt: 'A', caption: 'By <b>me</b>' } },
      { image: { address: 'a.jpg', alt: 'A', caption: 'By me', credit: '' } },
    ],
    [
      { featured_image: '/a.jpg', featured_image_alt: 'A' },
      { image: { address: '/a.jpg', alt: 'A', caption: '', credit: '' } },
    ],
    [{ header: { overlay_image: '/a.jpg' } }, { image: { address: '/a.jpg', alt: null } }],
    [
      { canonical_url: 'https://first.example/a', layout: 'page', noindex: true },
      { canonicalUrl: 'https://first.example/a', isPage: true, isUnlisted: true },
    ],
    [{ lang: 'de' }, { language: 'de', others: [] }],
    [
      { title: {}, date: [], tags: 3, image: [null], rating: 5 },
      { title: '', publishedAt: null, tags: ['3'], image: null, others: ['rating'] },
    ],
  ])('of %j', (given, expected) => {
    expect(readPageFields(given)).toMatchObject(expected)
  })
})
