import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepQuery } from '#platform/http/keep-query.ts'
import {
  encodePath,
  MAX_FROM_LENGTH,
  parseFrom,
  parseTarget,
  redirectKey,
  targetKey,
} from './redirect-address.ts'

const ORIGIN = 'https://news.example'
const from = (text: string) => parseFrom(text, ORIGIN)
const target = (text: string) => parseTarget(text, ORIGIN)
const valid = (value: string) => ({ kind: 'valid', value })

/** Would lead to another host, split a header, or be read in several ways. */
const HOSTILE = [
  '//evil.example',
  '///evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  '/x\\..\\y',
  '/%5Cevil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/%2F%2Fevil.example/%5c',
  '/x\r\nSet-Cookie: a=b',
  '/x%0d%0aSet-Cookie:%20a=b',
  '/x%00',
  '/\u0007',
  '/%',
  '/%E0%A4%A',
  '/\ud800',
  'javascript:alert(1)',
  'data:text/html,x',
  'http:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'http://evil.example',
  'ftp://evil.example',
  'https://user:pass@evil.example',
  'https://news.example@evil.example',
  'evil.example',
  'https://',
  '',
  ' ',
]

describe('redirectKey', () => {
  it.each([
    ['/Old-Page', '/old-page'],
    ['/old/page/', '/old/page'],
    ['//old//', '/old'],
    ['/%C3%89t%C3%A9', '/été'],
    // NFD
    ['/e%CC%81te%CC%81', '/été'],
    ['/%D8%A3%D8%AE%D8%A8%D8%A7%D8%B1', '/أخبار'],
    ['/a%2Fb', '/a/b'],
  ])('%s is looked up as %s', (path, key) => {
    expect(redirectKey(path)).toBe(key)
  })

  it.each(['/', '//', '', `/${'a'.repeat(MAX_FROM_LENGTH)}`, '/a%0Ab', '/a%5Cb', '/a%00'])(
    '%j has none',
    (path) => {
      expect(redirectKey(path)).toBeUndefined()
    },
  )
})

describe('parseFrom', () => {
  it('accepts paths of any script, and addresses of the site', () => {
    expect(from(' /Old Page.html ')).toEqual(valid('/old page.html'))
    expect(from('/日本/news')).toEqual(valid('/日本/news'))
    expect(from('https://news.example/2014/05/story')).toEqual(valid('/2014/05/story'))
    expect(from('/a/../b')).toEqual(valid('/b'))
  })

  it.each(HOSTILE)('refuses %j with a reason', (text) => {
    expect(from(text)).toEqual({ kind: 'invalid', reason: expect.stringMatching(/^[A-Z].*\w/) })
  })

  it.each([
    ['/', /home page/],
    ['https://other.example/x', /this site/],
    ['/story.php?id=5', /question mark/],
    ['/x#y', /number sign/],
    ['/Admin/articles', /admin area/],
    ['/api/live', /functions/],
    ['/assets/x.js', /files/],
    ['/_serverFn/x', /functions/],
    ['/article/7F0C1F0E-6a0e-4c56-9d51-0b5a3d2f8f11/old-slug', /Addresses of articles/],
    [`/${'a'.repeat(700)}`, /600 characters/],
    [`/${'é'.repeat(20_000)}`, /600 characters/],
  ])('%s: %s', (text, reason) => {
    expect(from(text)).toMatchObject({ kind: 'invalid', reason: expect.stringMatching(reason) })
  })
})

describe('parseTarget', () => {
  it('encodes paths, and keeps their queries', () => {
    expect(target('/topic/Überflutung?page=2#top')).toEqual(valid('/topic/%C3%9Cberflutung?page=2#top'))
    expect(target('/')).toEqual(valid('/'))
    expect(target('https://news.example/sport')).toEqual(valid('/sport'))
    expect(target('https://Other.Example/Story')).toEqual(valid('https://other.example/Story'))
    expect(target('https://bücher.example')).toEqual(valid('https://xn--bcher-kva.example/'))
  })

  it.each(HOSTILE)('refuses %j with a reason', (text) => {
    expect(target(text)).toEqual({ kind: 'invalid', reason: expect.stringMatching(/^[A-Z].*\w/) })
  })

  it('never leaves the site by a path', () => {
    const part = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '//',
      '%2f',
      '%5c',
      '@',
      'evil.example',
      ':',
      '?',
      '#',
      '\n',
      '\t',
      '%0a',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.boolean(), (parts, hasQuery) => {
        const parsed = target(`/${parts.join('')}`)
        if (parsed.kind === 'invalid') return
        const location = keepQuery(parsed.value, hasQuery ? '?a=//b' : '')
        expect(new URL(location, ORIGIN).origin).toBe(ORIGIN)
        expect(location).toMatch(/^[\x21-\x7e]+$/)
      }),
    )
  })
})

it('compares targets however they are written', () => {
  expect(targetKey('/topic/%c3%89t%C3%A9?x#y')).toBe('/topic/été')
  expect(targetKey('https://other.example/x')).toBeUndefined()
  expect(encodePath('/topic/été')).toBe(encodePath('/topic/%c3%a9t%C3%A9'))
})
