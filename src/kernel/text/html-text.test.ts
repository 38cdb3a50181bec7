import { describe, expect, it } from 'vitest'
import { htmlBlocks, htmlToText, textToSummaryHtml } from './html-text.ts'

describe('htmlToText', () => {
  it.each([
    ['drops tags but not their content', 'A <b>bold</b> w<i>or</i>d', 'A bold word'],
    ['separates blocks', '<p>One</p><p>Two<br>Three</p><ul><li>Four<li>Five</ul>', 'One Two Three Four Five'],
    ['decodes entities', 'caf&eacute; &amp; t&#234;te &#x2014; &quot;x&quot;', 'café & tête — "x"'],
    ['collapses white space, including non-breaking spaces', ' a \n\t b&nbsp;&nbsp;c ', 'a b c'],
    [
      'leaves out code and captions',
      'a<script>x()</script><style>b{}</style><figure><figcaption>c</figcaption></figure>d',
      'a d',
    ],
    ['keeps brackets that open no tag', 'a < b and 3 > 2', 'a < b and 3 > 2'],
    ['separates headings and lines from the surrounding text', '<h2>Head</h2>text<br>more', 'Head text more'],
    ['decodes entities once', 'AT&amp;T &lt;b&gt; &quot;x&quot; &amp;lt;', 'AT&T <b> "x" &lt;'],
    ['leaves out comments', '<script>x</script><style>y</style><!-- z -->', ''],
    ['reads broken markup', '<p>One <b>two <p>three</i> &amp four', 'One two three & four'],
    [
      'raises and lowers digits',
      '10<sup>-9</sup> m<sup>2</sup>, CO<sub>2</sub>, 1<sup>st</sup>, x<sup>1.5</sup>',
      '10⁻⁹ m², CO₂, 1st, x^1.5',
    ],
    ['raises and lowers formulas', 'x<sup>n+1</sup>, a<sub>i</sub>, 5<sup>in</sup>', 'xⁿ⁺¹, aᵢ, 5in'],
    ['keeps formulas of images', '<img class="mwe-math-fallback-image-inline" alt="x^2">', 'x^2'],
    ['leaves out deleted words', '<del>three</del> <ins>two</ins> people', 'two people'],
    ['keeps emoji of images', 'Won <img src="/emoji/1f3c6.png" alt="🏆">', 'Won 🏆'],
    ['is empty for markup without text', '<img src="x.jpg"><p> </p>', ''],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text)
  })
})

describe('htmlBlocks', () => {
  it('returns each block of text without empty ones', () => {
    expect(htmlBlocks('<h2>Head</h2><p></p>loose <p>Body</p>')).toEqual(['Head', 'loose', 'Body'])
  })

  it('returns a block for each row of a table, and for each line of preformatted text', () => {
    const table =
      '<figure><table><tr><th>Ward<th>Votes<tr><td>North<td>1204</table><figcaption>By ward</figcaption></figure>'
    expect(htmlBlocks(`${table}<pre>a\n b</pre>`)).toEqual(['Ward, Votes', 'North, 1204', 'a', 'b'])
  })

  it('drops the links that match the predicate', () => {
    const html = '<p>Text with <a href="/a">a link</a>. <a href="/b">More</a></p>'
    expect(htmlBlocks(html, (text) => text === 'More')).toEqual(['Text with a link.'])
  })
})

describe('textToSummaryHtml', () => {
  it.each([
    ['AT&T, R&D and Q & A', 'AT&T, R&D and Q & A'],
    ['a < b', 'a < b'],
    ['<b>not bold</b>', '&lt;b>not bold&lt;/b>'],
    ['<!-- <?x', '&lt;!-- &lt;?x'],
    ['&amp; &#39; &#x27; &copy &notit;', '&amp;amp; &amp;#39; &amp;#x27; &amp;copy &amp;notit;'],
  ])('escapes %j only where HTML requires it', (text, html) => {
    expect(textToSummaryHtml(text)).toBe(html)
    expect(htmlToText(html)).toBe(text)
  })
})
