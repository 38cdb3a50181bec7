import { describe, expect, it } from 'vitest'
import { mapElements } from './map-elements.ts'

const mark = (html: string) => mapElements(html, 'table', (element) => `[${element}]`)

describe('mapElements', () => {
  it.each([
    ['no element', '<p>a</p>', '<p>a</p>'],
    [
      'several',
      'a<table><tr></tr></table>b<table class="x"></table>',
      'a[<table><tr></tr></table>]b[<table class="x"></table>]',
    ],
    [
      'elements in elements once',
      '<table><td><table></table></td></table>',
      '[<table><td><table></table></td></table>]',
    ],
    ['names that begin alike', '<tables></tables><tablet>', '<tables></tables><tablet>'],
    ['a tag over several lines', '<table\nclass="x"></table\n>', '[<table\nclass="x"></table\n>]'],
    ['an element that is not closed', 'a<table>b', 'a<table>b'],
    ['an end tag without a start tag', 'a</table><table></table>', 'a</table>[<table></table>]'],
  ])('replaces %s', (_, html, expected) => {
    expect(mark(html)).toBe(expected)
  })

  it('reads many unclosed tags in linear time', () => {
    const html = '<table>'.repeat(100_000)
    const started = performance.now()
    expect(mark(html)).toBe(html)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
