import { describe, expect, it } from 'vitest'
import { shorten } from './shorten.ts'

describe('shorten', () => {
  it.each([
    ['a text that fits', 'one two', 7, 'one two'],
    ['white space first', ' one\n\t two ', 7, 'one two'],
    ['at the end of a word', 'one two three', 10, 'one two…'],
    ['without the mark before the cut', 'one two, – three', 12, 'one two…'],
    ['within a word that is too long', 'abcdefghijkl', 5, 'abcd…'],
    ['never within a character', '😀😀😀', 4, '😀…'],
    ['nothing', '', 5, ''],
  ])('%s', (_, text, limit, expected) => {
    expect(shorten(text, limit)).toBe(expected)
  })

  it('never gives more than the limit', () => {
    const text = 'Ein Satz — mit Strichen, Kommas und 😀😀😀 am Ende; noch mehr Wörter folgen.'
    for (let limit = 1; limit <= text.length; limit++) {
      const short = shorten(text, limit)
      expect(short.length).toBeLessThanOrEqual(limit)
      expect(short.isWellFormed()).toBe(true)
    }
  })
})
