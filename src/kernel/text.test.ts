import { describe, expect, it } from 'vitest'
import { htmlBlocks, htmlToText, textToSummaryHtml } from './html-text.ts'
import { collapseSpace, descriptionOf, escapeHtml, truncateAtSentence, truncateText } from './text.ts'

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
    ['is empty for markup without text', '<img src="x.jpg"><p> </p>', ''],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  it.each(['<', '&', '<!--', '</p', '<p x="', '<div>', '<a href="/">x</a>'])(
    'handles a long repetition of %j in time',
    (piece) => {
      const start = performance.now()
      htmlToText(piece.repeat(50_000))
      expect(performance.now() - start).toBeLessThan(3000)
    },
  )
})

describe('htmlBlocks', () => {
  it('returns each block of text without empty ones', () => {
    expect(htmlBlocks('<h2>Head</h2><p></p>loose <p>Body</p>')).toEqual(['Head', 'loose', 'Body'])
  })

  it('drops the links that match the predicate', () => {
    const html = '<p>Text with <a href="/a">a link</a>. <a href="/b">More</a></p>'
    expect(htmlBlocks(html, (text) => text === 'More')).toEqual(['Text with a link.'])
  })
})

describe('collapseSpace', () => {
  it('removes invisible characters, except those that scripts need', () => {
    expect(collapseSpace('\uFEFFa\u0000b\u00ADc\u200B d')).toBe('abc d')
    expect(collapseSpace('می\u200Cروم \u200Fא')).toBe('می\u200Cروم \u200Fא')
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

describe('escapeHtml', () => {
  it('escapes text for elements and attributes', () => {
    expect(escapeHtml(`<a href="x">R&D</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;R&amp;D&lt;/a&gt;')
  })
})
