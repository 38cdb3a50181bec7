import { describe, expect, it } from 'vitest'
import { isSameText } from './is-same-text.ts'

describe('isSameText', () => {
  it.each([
    ['paragraphs of plain text', 'One.\n\nTwo.', '<p>One.</p><p>Two.</p>'],
    ['a plain text without blank lines', 'One & two', '<p>One &amp; two</p>'],
    [
      'other tags of the same emphasis',
      '<p><b>One</b> <i>two</i></p>',
      '<p><strong>One</strong> <em>two</em></p>',
    ],
    ['marks in another order', '<p><em><b>One</b></em></p>', '<p><strong><em>One</em></strong></p>'],
    [
      'paragraphs in items and quotes',
      '<ul><li>One</li></ul><blockquote>Two</blockquote>',
      '<ul><li><p>One</p></li></ul><blockquote><p>Two</p></blockquote>',
    ],
    ['space between blocks', '<h2>One</h2>\n <p> Two\nthree </p>', '<h2>One</h2><p>Two three</p>'],
    ['missing end tags', '<p>One<p>Two', '<p>One</p><p>Two</p>'],
    [
      'attributes that links do not keep',
      '<p><a href="/a" target="_blank" rel="noopener">One</a></p>',
      '<p><a href="/a">One</a></p>',
    ],
  ])('accepts %s', (_, stored, shown) => {
    expect(isSameText(stored, shown)).toBe(true)
    expect(isSameText(shown, stored)).toBe(true)
  })

  it.each([
    ['a word', '<p>The minister did not lie</p>', '<p>The minister did lie</p>'],
    ['a joined word', '<p>a part</p>', '<p>apart</p>'],
    ['a joined paragraph', '<p>One</p><p>Two</p>', '<p>One Two</p>'],
    ['emphasis', '<p>One two</p>', '<p><strong>One</strong> two</p>'],
    ['the end of emphasis', '<p><em>One</em> two</p>', '<p><em>One two</em></p>'],
    ['a heading', '<p>One</p>', '<h2>One</h2>'],
    [
      'the address of a link',
      '<p><a href="https://a.example/">One</a></p>',
      '<p><a href="https://b.example/">One</a></p>',
    ],
    ['a link', '<p>One</p>', '<p><a href="https://b.example/">One</a></p>'],
    ['the number of a list', '<ol start="3"><li>One</li></ol>', '<ol><li>One</li></ol>'],
    ['an element that rich text lacks', '<p>One<img src="/a.jpg"></p>', '<p>One</p>'],
    ['a hidden text', '<p>One</p><script>Two</script>', '<p>One</p>'],
    ['everything', '<p>One</p>', ''],
    ['text below elements that nobody can show', `<p>One</p>${'<blockquote>'.repeat(300)}Two`, '<p>One</p>'],
  ])('sees a difference of %s', (_, stored, shown) => {
    expect(isSameText(stored, shown)).toBe(false)
    expect(isSameText(shown, stored)).toBe(false)
  })
})
