import { describe, expect, it } from 'vitest'
import { normalisePath, parseBeacon } from './beacon.ts'

const ID = '0123456789abcdef0123456789abcdef'
const STORY = '/article/7f3f1a52-7a3c-4b5e-9a75-0d9f5d8f4e11'

function parse(value: unknown) {
  return parseBeacon(JSON.stringify(value))
}

describe('parseBeacon', () => {
  it('parses a view with referrer and campaign', () => {
    const utm = [' letter ', 'email', 'autumn\n2026']
    expect(parse({ kind: 'view', id: ID, path: '/Sport/', referrer: 'WWW.Example.org', utm })).toEqual({
      kind: 'view',
      id: ID,
      path: '/sport',
      referrer: 'example.org',
      source: 'letter',
      campaign: 'autumn 2026 / email',
    })
    expect(parse({ kind: 'view', id: ID, path: '/' })).toMatchObject({
      referrer: '',
      source: '',
      campaign: '',
    })
  })

  it('parses a leave beacon with clamped values, and an act beacon', () => {
    const leave = { kind: 'leave', id: ID, seconds: 12.4, depth: 55.6 }
    expect(parse(leave)).toEqual({ ...leave, seconds: 12, depth: 56 })
    expect(parse({ ...leave, seconds: 1e9, depth: -3 })).toMatchObject({ seconds: 3600, depth: 0 })
    expect(parse({ kind: 'act', id: ID, act: 'share' })).toEqual({ kind: 'act', id: ID, act: 'share' })
  })

  it.each([
    ['text that is not JSON', '{'],
    ['nothing', 'null'],
    ['a list', '[]'],
    ['no id', '{"kind":"view","path":"/"}'],
    ['an invalid id', JSON.stringify({ kind: 'view', id: `${ID}0`, path: '/' })],
    ['no path', JSON.stringify({ kind: 'view', id: ID })],
    ['a URL instead of a path', JSON.stringify({ kind: 'view', id: ID, path: 'https://x.example/' })],
    ['an unknown kind', JSON.stringify({ kind: 'toString', id: ID, path: '/' })],
    ['a number as text', JSON.stringify({ kind: 'leave', id: ID, seconds: '1', depth: 1 })],
    ['an unknown act', JSON.stringify({ kind: 'act', id: ID, act: 'like' })],
  ])('rejects %s', (_, text) => {
    expect(parseBeacon(text)).toBeUndefined()
  })

  it.each([5, 'localhost', 'a b.example', 'x.example/path', `${'a.'.repeat(200)}org`, '<b>.example'])(
    'omits the invalid host %j',
    (referrer) => {
      expect(parse({ kind: 'view', id: ID, path: '/', referrer })).toMatchObject({ referrer: '' })
    },
  )

  it('truncates names and removes NUL', () => {
    const view = parse({ kind: 'view', id: ID, path: '/', utm: ['x'.repeat(500), 7, 'a\u0000b\uD800c'] })
    expect(view).toMatchObject({ source: 'x'.repeat(100), campaign: 'a b c' })
  })

  it('does not split a surrogate pair when truncating', () => {
    const view = parse({ kind: 'view', id: ID, path: '/', utm: [`${'x'.repeat(99)}😀`] })
    expect(view).toMatchObject({ source: 'x'.repeat(99) })
  })
})

describe('normalisePath', () => {
  it.each([
    ['/', '/'],
    ['/news', '/news'],
    ['//', '/'],
    ['/TV//', '/tv'],
    [STORY.toUpperCase(), STORY],
    [`${STORY}/%D8%A7-words/`, STORY],
    [`${STORY}/a/b`, '/404'],
    ['/search', '/search'],
    ['/following/', '/following'],
    ['/Author/Ada-King', '/author/ada-king'],
    ['/topic/%E6%97%A5%E6%9C%AC/', '/topic/%E6%97%A5%E6%9C%AC'],
    ['/topic/日本', '/topic/%E6%97%A5%E6%9C%AC'],
    ['/author/<b>', '/404'],
    ['/author', '/404'],
    ['/topic/trams/2', '/404'],
    ['/article/1', '/404'],
    ['/wp-login.php', '/404'],
    ['/news/extra', '/404'],
  ])('normalises %s to %s', (path, counted) => {
    expect(normalisePath(path)).toBe(counted)
  })
})
