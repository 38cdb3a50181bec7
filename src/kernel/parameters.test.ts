import { describe, expect, it } from 'vitest'
import { parseParameters, writeParameters } from './parameters.ts'

describe('the parameters of a URL', () => {
  it.each([
    ['', {}],
    ['?q=007', { q: '007' }],
    ['?q="x"&b=true&c=[1]&d=null', { q: '"x"', b: 'true', c: '[1]', d: 'null' }],
    ['?q=a+b%20c', { q: 'a b c' }],
    ['?q=first&q=second', { q: 'first' }],
    ['?q=&q=second', { q: '' }],
    ['?q', { q: '' }],
    ['?q=%E0%A4%A', { q: '\ufffd%A' }],
    [
      '?__proto__=x&constructor=y',
      Object.fromEntries([
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ]),
    ],
  ])('%s', (query, expected) => {
    expect(Object.entries(parseParameters(query))).toEqual(Object.entries(expected))
  })

  it.each(["it's", '"x"', 'a b+c', '100%', 'ünï 🎉', 'true', '007', '<b>'])('round-trips %s', (q) => {
    const query = writeParameters({ q, none: undefined })
    expect(parseParameters(query)).toEqual({ q })
    // URLs serialise it unchanged, so no request is redirected.
    expect(new URL(`http://localhost/${query}`).search).toBe(query)
  })
})
