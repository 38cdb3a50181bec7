import { describe, expect, it } from 'vitest'
import { plainTextToHtml } from './read-xml-fields.ts'

describe('plainTextToHtml', () => {
  it.each([
    ['A & B', 'A &amp; B'],
    ['One.\n\nTwo.', '<p>One.</p><p>Two.</p>'],
    ['Line one\nLine two', '<p>Line one<br>Line two</p>'],
    ['<p>One.</p>\n\n<p>Two.</p>', '<p>One.</p>\n\n<p>Two.</p>'],
    [
      'See (https://a.example/b?c=1&d=2).',
      'See (<a href="https://a.example/b?c=1&amp;d=2">https://a.example/b?c=1&amp;d=2</a>).',
    ],
    ['2 < 3', '2 &lt; 3'],
  ])('converts %j', (text, html) => {
    expect(plainTextToHtml(text)).toBe(html)
  })

  it('joins lines that are wrapped', () => {
    const line = 'The harbour was closed for most of the day because of the storm.'
    expect(plainTextToHtml([line, line, 'End.'].join('\n'))).toBe(`${line} ${line} End.`)
  })
})
