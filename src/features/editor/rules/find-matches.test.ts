import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findMatches, MAX_MATCHES } from './find-matches.ts'

const found = (text: string, query: string, options = {}) =>
  findMatches(text, query, options).map(({ from, to }) => text.slice(from, to))

describe('findMatches', () => {
  it.each([
    ['The harbour. THE END', 'the', {}, ['The', 'THE']],
    ['The harbour. THE END', 'The', { isCaseSensitive: true }, ['The']],
    ['a cat, a category', 'cat', { isWholeWord: true }, ['cat']],
    ['Straße, Größe', 'größe', { isWholeWord: true }, ['Größe']],
    ['the mayor’s “plan”', 'mayor\'s "plan"', {}, ['mayor’s “plan”']],
    ['10\u00A0km and 5 km', '10 km', {}, ['10\u00A0km']],
    ['aaaa', 'aa', {}, ['aa', 'aa']],
    ['anything', '', {}, []],
    ['İstanbul', 'istanbul', {}, []],
    ['👍 and 👍', '👍', {}, ['👍', '👍']],
  ])('finds in %j the text %j with %o', (text, query, options, matches) => {
    expect(found(text, query, options)).toEqual(matches)
  })

  it('keeps offsets for characters whose lower case is longer', () => {
    expect(findMatches('İ tea', 'tea')).toEqual([{ from: 2, to: 5 }])
  })

  it('finds what splitting by the text finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '’') })
    fc.assert(
      fc.property(text, fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1 }), (text, query) => {
        expect(findMatches(text, query, { isCaseSensitive: true })).toHaveLength(text.split(query).length - 1)
      }),
    )
  })

  it('stops at a limit', () => {
    expect(findMatches('a'.repeat(MAX_MATCHES + 1), 'a')).toHaveLength(MAX_MATCHES)
  })
})
