import { describe, expect, it } from 'vitest'
import { unescapedMarkup } from './unescaped-markup.ts'

describe('unescapedMarkup', () => {
  it.each([
    ['&lt;p&gt;A &amp;amp; b&lt;/p&gt;', '<p>A &amp; b</p>'],
    ['Text &lt;img src=&quot;a.jpg&quot;&gt;', 'Text <img src="a.jpg">'],
    ['<p>Write &lt;p&gt; and &lt;/p&gt;.</p>', '<p>Write &lt;p&gt; and &lt;/p&gt;.</p>'],
    ['a &lt; b', 'a &lt; b'],
    ['The &lt;b&gt; tag', 'The &lt;b&gt; tag'],
  ])('makes of %j %j', (html, expected) => {
    expect(unescapedMarkup(html)).toBe(expected)
  })
})
