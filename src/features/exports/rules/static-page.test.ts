import { describe, expect, it, onTestFinished } from 'vitest'
import { applyPlaceAndLanguage } from '#features/language/server/language.server.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import {
  listStyleFiles,
  toStaticPage,
  toStaticTarget,
  withoutScripting,
  writeRedirectPage,
} from './static-page.ts'

const ORIGIN = 'https://courier.example'

describe('toStaticTarget', () => {
  it.each([
    ['/', '/', 'index.html'],
    ['/news', '/news/', 'news/index.html'],
    ['/news#top', '/news/#top', 'news/index.html'],
    [
      '/news?before=2026-11-21T12:00:00Z_a',
      '/news/before-2026-11-21T12.00.00Z_a/',
      'news/before-2026-11-21T12.00.00Z_a/index.html',
    ],
    ['/news?utm_source=x', '/news/', 'news/index.html'],
    ['/article/1/b%C3%A4der', '/article/1/b%C3%A4der/', 'article/1/bäder/index.html'],
    ['/feed.xml', '/feed.xml', 'feed.xml'],
    [
      '/media/uploads/a.jpg/full-960.webp?key=1',
      '/media/uploads/a.jpg/full-960.webp',
      'media/uploads/a.jpg/full-960.webp',
    ],
    ['/search?q=tea', '/search/?q=tea', 'search/index.html'],
  ])('%s', (address, link, file) => {
    expect(toStaticTarget(address)).toMatchObject({ link, file })
  })

  it.each([
    '/admin',
    '/api/live',
    '/preview/secret',
    '/_serverFn/x',
    '//evil.example',
    '/%2e%2e%2fsecret',
    '/a%5Cb',
    '/a%00b',
    `/${'ä'.repeat(200)}`,
    '/a'.repeat(500),
  ])('has no place for %s', (address) => expect(toStaticTarget(address)).toBeNull())

  it.each([
    ['/', '/'],
    ['/news/?before=x', '/news?before=x'],
    ['/news//#top', '/news'],
    ['/search?q=a/', '/search?q=a/'],
    ['/style.css?v=1', '/style.css?v=1'],
  ])('reads %s of the site at %s', (address, source) => {
    expect(toStaticTarget(address)?.source).toBe(source)
  })

  it('stays within the folder', () => {
    expect(toStaticTarget('/../../etc/passwd')?.file).toBe('etc/passwd/index.html')
  })
})

describe('toStaticPage', () => {
  const page = (body: string) => toStaticPage(body, ORIGIN)

  it('links folders, and lists what has to be written', () => {
    expect(
      page(
        `<a href="/news">a</a><a href="${ORIGIN}/sport?before=x">b</a><a href="https://other.example/x">c</a>`,
      ),
    ).toEqual({
      html: '<a href="/news/">a</a><a href="/sport/before-x/">b</a><a href="https://other.example/x">c</a>',
      paths: ['/news', '/sport?before=x'],
    })
  })

  it('lists the images of the look', () => {
    const style = '<style data-href="look">a{background:url("/look/ab/wordmark.png") center}</style>'
    expect(page(style)).toEqual({ html: style, paths: ['/look/ab/wordmark.png'] })
  })

  it('links the home page instead of what needs a server', () => {
    expect(page('<a class="x" href="/admin">a</a>')).toEqual({
      html: '<a class="x" href="/">a</a>',
      paths: [],
    })
  })

  it('removes scripts and forms that send something, but neither data nor the search', () => {
    const kept =
      '<script type="application/ld+json">{"a":"</p>"}</script><form action="/search"><input name="q"></form>'
    const gone =
      '<script>alert("<b>")</script><script type="module" src="/assets/a.js"></script><link rel="modulepreload" href="/assets/b.js"><form method="POST" action="/newsletter"><input></form>'
    expect(page(gone + kept)).toEqual({ html: kept, paths: [] })
  })

  it('shows what readers without JavaScript see', () => {
    expect(page('<noscript><a href="/news?before=x">More</a></noscript>').html).toBe(
      '<a href="/news/before-x/">More</a>',
    )
    expect(withoutScripting('@media (scripting: none){a{}}@media (scripting:enabled){b{}}')).toBe(
      '@media (min-width:0){a{}}@media (max-width:0){b{}}',
    )
  })

  it('keeps one size of each image', () => {
    expect(
      page(
        '<picture><source srcset="/media/a.avif 1x"><img src="/media/a.webp" srcset="/media/b.webp 2x" sizes="9px" alt="&quot;"></picture>',
      ),
    ).toEqual({
      html: '<picture><img src="/media/a.webp"   alt="&quot;"></picture>',
      paths: ['/media/a.webp'],
    })
  })

  it('keeps canonical and share addresses', () => {
    const html = `<link rel="canonical" href="${ORIGIN}/news"><meta property="og:image" content="${ORIGIN}/media/a.webp">`
    expect(page(html)).toEqual({ html, paths: ['/news', '/media/a.webp'] })
  })

  it('takes linear time', () => {
    const start = performance.now()
    for (const part of [
      '<a href="/',
      '<noscript>',
      '<form method=post>',
      '<script>',
      '<source>',
      '<img srcset=',
    ])
      page(part.repeat(200_000))
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})

it('listStyleFiles', () => {
  expect(
    listStyleFiles(
      `a{src:url(font.woff2)}b{background:url('/x.svg')}c{src:url(data:a)}d{src:url(https://e.example/f)}`,
      '/assets/a.css',
    ),
  ).toEqual(['/assets/font.woff2', '/x.svg'])
})

it('writeRedirectPage escapes the address', () => {
  expect(writeRedirectPage('https://a.example/"><script>')).not.toContain('<script>')
  expect(writeRedirectPage('/news?utm=1')).toContain('url=/news/"')
})

it('writeRedirectPage has the language of the newspaper', () => {
  onTestFinished(() => applyPlaceAndLanguage(DEFAULT_PLACE))
  applyPlaceAndLanguage({ ...DEFAULT_PLACE, locale: 'ar-EG' })
  expect(writeRedirectPage('/news')).toContain('<html lang="ar-EG" dir="rtl">')
  expect(writeRedirectPage('/news')).not.toContain('moved')
})
