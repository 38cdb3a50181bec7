import { describe, expect, it } from 'vitest'
import { readingMinutes, readingTimeLabel } from './reading-time.ts'

const words = (count: number) => 'word '.repeat(count)

describe('readingMinutes', () => {
  it.each([
    ['an empty text', '', 1],
    ['one word', 'word', 1],
    ['200 words', words(200), 1],
    ['201 words', words(201), 2],
    ['400 words', words(400), 2],
    ['401 words', words(401), 3],
    ['tags do not count as words', '<p class="a b c">word</p>\n'.repeat(200), 1],
    ['tags separate words', '<p>word</p>'.repeat(201), 2],
  ])('%s', (_, html, minutes) => {
    expect(readingMinutes(html)).toBe(minutes)
  })
})

describe('readingTimeLabel', () => {
  it('has the same wording for one minute and for more', () => {
    expect([1, 2].map(readingTimeLabel)).toEqual(['1 min read', '2 min read'])
  })
})
