import { describe, expect, it } from 'vitest'
import {
  collapseSpace,
  descriptionOf,
  escapeHtml,
  htmlBlocks,
  htmlToText,
  textToSummaryHtml,
  truncateAtSentence,
  truncateText,
} from './text.ts'

describe('htmlToText', () => {
  it.each([
    ['drops tags but not what they hold', 'A <b>bold</b> w<i>or</i>d', 'A bold word'],
    [
      'keeps blocks apart',
      '<p>One</p><p>Two<br>Three</p><ul><li>Four<li>Five</ul>',
      'One Two Three Four Five',
    ],
    ['decodes entities', 'caf&eacute; &amp; t&#234;te &#x2014; &quot;x&quot;', 'café & tête — "x"'],
    ['collapses white space, non-breaking too', ' a \n\t b&nbsp;&nbsp;c ', 'a b c'],
    [
      'leaves out code, captions and fall-backs',
      'a<script>x()</script><style>b{}</style><figure><figcaption>c</figcaption></figure>d',
      'a d',
    ],
    ['keeps brackets that open no tag', 'a < b and 3 > 2', 'a < b and 3 > 2'],
    [
      'keeps headings and lines apart from the text around them',
      '<h2>Head</h2>text<br>more',
      'Head text more',
    ],
    ['decodes entities once', 'AT&amp;T &lt;b&gt; &quot;x&quot; &amp;lt;', 'AT&T <b> "x" &lt;'],
    ['leaves out comments', '<script>x</script><style>y</style><!-- z -->', ''],
    ['reads broken markup', '<p>One <b>two <p>three</i> &amp four', 'One two three & four'],
    ['gives nothing for nothing', '<img src="x.jpg"><p> </p>', ''],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text)
  })

  it.each(['<', '&', '<!--', '</p', '<p x="', '<div>', '<a href="/">x</a>'])(
    'is done in time for %j over and over',
    (piece) => {
      const start = performance.now()
      htmlToText(piece.repeat(50_000))
      expect(performance.now() - start).toBeLessThan(3000)
    },
  )
})

describe('htmlBlocks', () => {
  it('gives each block of prose, and none that is empty', () => {
    expect(htmlBlocks('<h2>Head</h2><p></p>loose <p>Body</p>')).toEqual(['Head', 'loose', 'Body'])
  })

  it('drops the links that it is told to', () => {
    const html = '<p>Text with <a href="/a">a link</a>. <a href="/b">More</a></p>'
    expect(htmlBlocks(html, (text) => text === 'More')).toEqual(['Text with a link.'])
  })
})

describe('collapseSpace', () => {
  it('removes what cannot be seen, but not what scripts need', () => {
    expect(collapseSpace('\uFEFFa\u0000b\u00ADc\u200B d')).toBe('abc d')
    expect(collapseSpace('می\u200Cروم \u200Fא')).toBe('می\u200Cروم \u200Fא')
  })
})

describe('truncateText', () => {
  it.each([
    ['leaves what fits', 'exactly ten', 11, 'exactly ten'],
    ['ends at a word', 'one two three', 10, 'one two…'],
    ['leaves no punctuation before the ellipsis', 'one two, three', 11, 'one two…'],
    ['cuts where there are no words', '一二三四五六七八九十', 5, '一二三四…'],
    ['never cuts a character in two', '😀😀😀😀', 4, '😀…'],
  ])('%s', (_, text, max, expected) => {
    expect(truncateText(text, max)).toBe(expected)
  })

  it('never gives more than the limit', () => {
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
    ['of nothing is nothing', ' ', ''],
    ['ends at a word within 300 characters', 'word '.repeat(100), `${'word '.repeat(59)}word…`],
  ])('%s', (_, text, expected) => {
    expect(descriptionOf(text)).toBe(expected)
  })
})

describe('truncateAtSentence', () => {
  it.each([
    ['ends with a whole sentence', 'It rained all day long. Then it stopped.', 30, 'It rained all day long.'],
    [
      'counts closing quotes to the sentence',
      '“It rained all day.” Then it stopped, he said.',
      30,
      '“It rained all day.”',
    ],
    [
      'does not take a title for an end',
      'Nobody had ever seen Mr. Smith laugh aloud before.',
      36,
      'Nobody had ever seen Mr. Smith…',
    ],
    [
      'does not take initials for an end',
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
  ])('escapes %j only as far as HTML would read it otherwise', (text, html) => {
    expect(textToSummaryHtml(text)).toBe(html)
    expect(htmlToText(html)).toBe(text)
  })
})

describe('escapeHtml', () => {
  it('makes text safe in elements and attributes', () => {
    expect(escapeHtml(`<a href="x">R&D</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;R&amp;D&lt;/a&gt;')
  })
})
