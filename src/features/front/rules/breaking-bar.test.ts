import { describe, expect, it } from 'vitest'
import { breakingBarFields, breakingBarForm } from './breaking-bar.ts'

const until = '2026-11-29T14:00:00Z'
const parse = (bar: { text?: string; link?: string }) =>
  breakingBarForm.safeParse({ text: 'Election called', link: '', until, ...bar })

it('the form names what is wrong beside each field, and reads the end in London time', () => {
  const fields = breakingBarFields(() => new Date('2026-11-29T12:00:00Z'))
  const { error } = fields.safeParse({ text: ' ', link: 'javascript:alert(1)', at: '2026-11-29T11:00' })
  expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'text: Enter the text of the breaking bar',
    'link: Enter a path such as /sport, or an address that begins with https://',
    'at: Choose a time in the future',
  ])
  expect(fields.parse({ text: ' Result soon ', link: '', at: '2026-11-29T14:00' })).toEqual({
    text: 'Result soon',
    link: null,
    at: new Date(until),
  })
})

describe('the text', () => {
  it.each(['', '   ', 'x'.repeat(201)])('refuses "%s"', (text) => {
    expect(parse({ text }).success).toBe(false)
  })

  it('has no characters that the database refuses', () => {
    expect(parse({ text: ' A\0\u0007\ud800\n B ' }).data?.text).toBe('A\ufffd B')
  })
})

describe('the link is a path of the site or an address of the web', () => {
  it.each([
    ['', null],
    ['/sport', '/sport'],
    ['/search?q=a%20b#c', '/search?q=a%20b#c'],
    ['https://example.org/a', 'https://example.org/a'],
    ['https:example.org', 'https://example.org/'],
  ])('accepts "%s"', (link, parsed) => {
    expect(parse({ link }).data?.link).toBe(parsed)
  })

  it.each([
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,a',
    '//a.example',
    '/\\a.example',
    '/\t/a.example',
    '/\r\n/a.example',
    '/a\0',
    'sport',
  ])('refuses %j', (link) => {
    expect(parse({ link }).success).toBe(false)
  })
})
