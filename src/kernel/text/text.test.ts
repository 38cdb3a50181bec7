import { describe, expect, it } from 'vitest'
import {
  collapseBreakingSpace,
  collapseSpace,
  descriptionOf,
  escapeHtml,
  foldLetters,
  storableText,
  truncateAtSentence,
  truncateText,
} from './text.ts'

describe('collapseSpace', () => {
  it('removes invisible characters, except those that scripts need', () => {
    expect(collapseSpace('\uFEFFa\u0000b\u00ADc\u200B d')).toBe('abc d')
    expect(collapseSpace('می\u200Cروم \u200Fא')).toBe('می\u200Cروم \u200Fא')
  })
})

it('foldLetters ignores case, accents and ligatures', () => {
  expect(foldLetters('Ärzte ﬁnden Ζωή')).toBe('arzte finden ζωη')
})

it('collapseBreakingSpace keeps no-break spaces', () => {
  expect(collapseBreakingSpace(' Vite\u202f! \n «\u00a0Oui\u00a0» \u0000')).toBe(
    'Vite\u202f! «\u00a0Oui\u00a0»',
  )
})

describe('storableText', () => {
  it('removes NUL, and replaces halves of surrogate pairs', () => {
    expect(storableText('a\0b\ud83dc \u{1f600}')).toBe('ab\ufffdc \u{1f600}')
  })
})

describe('truncateText', () => {
  it.each([
    ['keeps a text that fits', 'exactly ten', 11, 'exactly ten'],
    ['ends at a word', 'one two three', 10, 'one two…'],
    ['leaves no punctuation before the ellipsis', 'one two, three', 11, 'one two…'],
    ['cuts a text without spaces', '一二三四五六七八九十', 5, '一二三四…'],
    ['never splits a character', '😀😀😀😀', 4, '😀…'],
  ])('%s', (_, text, max, expected) => {
    expect(truncateText(text, max)).toBe(expected)
  })

  it('never exceeds the limit', () => {
    const text = 'Ein Satz — mit Strichen, Kommas und 😀😀😀 am Ende; noch mehr Wörter folgen.'
    for (let max = 1; max <= text.length; max += 1) {
      const short = truncateText(text, max)
      expect(short.length).toBeLessThanOrEqual(max)
      expect(short.isWellFormed()).toBe(true)
    }
  })
})

describe('descriptionOf', () => {
  it.each([
    ['is one line', ' one\n\t two ', 'one two'],
    ['is empty for an empty text', ' ', ''],
    ['ends at a word within 300 characters', 'word '.repeat(100), `${'word '.repeat(59)}word…`],
  ])('%s', (_, text, expected) => {
    expect(descriptionOf(text)).toBe(expected)
  })
})

describe('truncateAtSentence', () => {
  it.each([
    ['ends with a whole sentence', 'It rained all day long. Then it stopped.', 30, 'It rained all day long.'],
    [
      'includes closing quotes in the sentence',
      '“It rained all day.” Then it stopped, he said.',
      30,
      '“It rained all day.”',
    ],
    [
      'does not end at a title',
      'Nobody had ever seen Mr. Smith laugh aloud before.',
      36,
      'Nobody had ever seen Mr. Smith…',
    ],
    [
      'does not end at initials',
      'They moved back to the U.S. Senate race in May.',
      36,
      'They moved back to the U.S. Senate…',
    ],
    [
      'ends at a word if the sentence is too short',
      'No. It had rained for most of that long day.',
      30,
      'No. It had rained for most of…',
    ],
  ])('%s', (_, text, max, expected) => {
    expect(truncateAtSentence(text, max)).toBe(expected)
  })
})

describe('escapeHtml', () => {
  it('escapes text for elements and attributes', () => {
    expect(escapeHtml(`<a href="x">R&D</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;R&amp;D&lt;/a&gt;')
  })
})
