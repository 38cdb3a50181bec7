import { describe, expect, it } from 'vitest'
import { sanitiseBody, sanitiseSummary, textOf } from './sanitise.server.ts'
import { HOSTILE_HTML } from './testing/hostile-html.ts'

const SUMMARY_TAGS = 'strong em b i span'.split(' ')
const BODY_TAGS = 'h2 h3 h4 h5 h6 p br strong em b i ul ol li a blockquote div span'.split(' ')
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+="[^"<>]*")*) ?\/?>/g

/** What is wrong with sanitised markup: anything that is not a listed tag, properly nested, with listed attributes. */
function faults(html: string, allowed: readonly string[]): string[] {
  const found: string[] = []
  const open: string[] = []
  for (const [tag, slash, name = '', attributes = ''] of html.matchAll(TAG)) {
    if (!allowed.includes(name)) found.push(tag)
    if (slash && open.pop() !== name) found.push(`${tag} closes another`)
    if (!slash && name !== 'br') open.push(name)
    for (const [attribute, key = '', value = ''] of attributes.matchAll(/([a-z]+)="([^"]*)"/g)) {
      const right =
        (key === 'href' && /^(https?:|mailto:|tel:|[^:]*$)/.test(value)) ||
        (key === 'target' && value === '_blank') ||
        (key === 'rel' && value.startsWith('noopener'))
      if (!right || name !== 'a') found.push(attribute)
    }
  }
  if (/[<>]/.test(html.replace(TAG, ''))) found.push(`a stray bracket in ${html}`)
  return open.length > 0 ? [...found, `${open.join()} left open`] : found
}

describe('hostile markup', () => {
  it.each(HOSTILE_HTML)('%j leaves nothing but what is allowed', (html) => {
    for (const wrapped of [html, `<p>before ${html} after</p>`, `<a href="/">${html}`, html.repeat(3)]) {
      expect(faults(sanitiseBody(wrapped), BODY_TAGS)).toEqual([])
      expect(faults(sanitiseSummary(wrapped), SUMMARY_TAGS)).toEqual([])
    }
  })

  it.each(HOSTILE_HTML)('%j is the same when it is cleaned twice', (html) => {
    const once = sanitiseBody(html).replaceAll('<a rel="noopener">', '<a>')
    expect(sanitiseBody(once)).toBe(once)
  })

  it.each(['<div>', '<b>', '<p>', '<ul><li>', '<a href="/">', '<svg>', '<x>'])(
    'is done in time where %s stands ten thousand times',
    (tag) => {
      const start = performance.now()
      expect(faults(sanitiseBody(`${tag.repeat(10_000)}x`), BODY_TAGS)).toEqual([])
      sanitiseSummary(tag.repeat(10_000))
      textOf(tag.repeat(10_000))
      expect(performance.now() - start).toBeLessThan(3000)
    },
  )

  it.each(['<', '&', '<!--', '<a ', '</p', '"', '<p x="'])(
    'is done in time for %j over and over',
    (piece) => {
      const start = performance.now()
      expect(faults(sanitiseBody(piece.repeat(50_000)), BODY_TAGS)).toEqual([])
      expect(performance.now() - start).toBeLessThan(3000)
    },
  )
})

describe('sanitiseBody', () => {
  it.each([
    '<h2>A</h2><h3>B</h3><h4>C</h4>',
    '<p>One <strong>two</strong> <em>three</em><br />four</p>',
    '<ul><li>One</li><li>Two<ol><li>Three</li></ol></li></ul>',
    '<blockquote><p>Said.</p></blockquote>',
    '<div><span>x</span></div>',
    '<p>مرحبا بالعالم \u200f(واحد)\u200e، שלום 中文 ไทย 👩‍👩‍👧 naïve</p>',
    '5 &lt; 6 &amp; 7 &gt; 3',
    '<a href="https://x.example/a?b=1&amp;c=2#d" rel="noopener">x</a>',
    '<a href="mailto:desk@x.example" rel="noopener">x</a>',
    '<a href="/article/1" rel="noopener">x</a>',
  ])('keeps %s', (html) => {
    expect(sanitiseBody(html)).toBe(html)
  })

  it.each([
    ['a first heading becomes a second', '<h1 id="top">A</h1>', '<h2>A </h2>'],
    ['class, id and style are dropped', '<p class="a" id="b" style="c">x</p>', '<p>x</p>'],
    [
      'words in another script keep their language and direction',
      '<p><em lang="ar" dir="rtl">x</em></p>',
      '<p><em lang="ar" dir="rtl">x</em></p>',
    ],
    [
      'a link to a new tab tells it nothing',
      '<a href="/x" target="_blank" rel="opener">x</a>',
      '<a href="/x" target="_blank" rel="noopener noreferrer">x</a>',
    ],
    ['other targets are dropped', '<a href="/x" target="main">x</a>', '<a href="/x" rel="noopener">x</a>'],
    ['an anchor without an address', '<a name="x" target="_blank">x</a>', '<a>x</a>'],
    ['a refused address', '<a href="javascript:x">x</a>', '<a rel="noopener">x</a>'],
    ['what is left open is closed', '<div><p>One <b>two', '<div><p>One <b>two</b></p></div>'],
    ['what was never opened is not closed', 'x</div></b></main>', 'x'],
    ['paragraphs close each other', '<p>One<p>Two', '<p>One</p><p>Two</p>'],
    [
      'empty blocks go',
      '<p> </p><p>&nbsp;</p><p><br></p><h2></h2><ul><li></li><li>x</li></ul>',
      '<ul><li>x</li></ul>',
    ],
    [
      'pictures go, with their captions',
      '<figure><img src="x"><figcaption>c</figcaption></figure><p><img src="x"></p>x',
      'x',
    ],
    ['the cells of a table stay apart', '<table><tr><td>one</td><td>two</td></tr></table>', 'one two'],
  ])('%s', (_, html, expected) => {
    expect(sanitiseBody(html).replace(/\s+/g, ' ').trim()).toBe(expected)
  })
})

describe('sanitiseSummary', () => {
  it.each([
    [
      '<strong>a</strong> <em>b</em> <b>c</b> <i>d</i> <span class="x">e</span>',
      '<strong>a</strong> <em>b</em> <b>c</b> <i>d</i> <span>e</span>',
    ],
    ['<p>One.</p><p>Two.</p>', 'One. Two.'],
    ['<a href="https://x.example">link</a><br>text', 'link text'],
    ['AT&T', 'AT&amp;T'],
  ])('%s is %s', (html, expected) => {
    expect(sanitiseSummary(html).replace(/\s+/g, ' ').trim()).toBe(expected)
  })
})

describe('textOf', () => {
  it.each([
    ['<p>One.</p><p>Two.</p>', 'One. Two.'],
    ['<h2>Head</h2>text<br>more <b>bo</b>ld', 'Head text more bold'],
    ['  a\n\t b&nbsp;c ', 'a b c'],
    ['AT&amp;T &lt;b&gt; &quot;x&quot; &amp;lt;', 'AT&T <b> "x" &lt;'],
    ['<script>x</script><style>y</style><!-- z -->', ''],
  ])('of %j is %j', (html, expected) => {
    expect(textOf(html)).toBe(expected)
  })
})
