import { describe, expect, it } from 'vitest'
import { matchesEtag } from './matches-etag.ts'

describe('matchesEtag', () => {
  it.each([
    ['W/"a"', true],
    ['"a"', true],
    ['*', true],
    ['"x", W/"a"', true],
    ['"x","a"', true],
    ['W/"x", W/"y"', false],
    ['"A"', false],
    ['a', false],
    ['', false],
    ['"aa"', false],
    [undefined, false],
  ])('of If-None-Match %j and W/"a" is %s', (header, expected) => {
    expect(matchesEtag(header, 'W/"a"')).toBe(expected)
  })
})
