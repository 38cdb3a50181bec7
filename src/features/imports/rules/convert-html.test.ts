import { describe, expect, it } from 'vitest'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { createTextContext } from '../testing/text-context.ts'
import { convertHtml } from './convert-html.ts'

function convert(html: string) {
  const { context, lost } = createTextContext()
  return { html: convertHtml(html, context), lost }
}

const IMAGE = '<figure><img src="https://x.example/a.jpg" alt="A wall"></figure>'

it.each([
  ['paragraphs', '<p class="x" style="y">Tea <b>at</b> <i>four</i></p>', '<p>Tea <b>at</b> <i>four</i></p>'],
  ['loose text', 'Tea<p>Milk</p>Sugar', '<p>Tea</p><p>Milk</p><p>Sugar</p>'],
  ['empty paragraphs', '<p> </p><p><br></p><p>&nbsp;</p><h2></h2>', ''],
  ['the title of a page', '<h1>Tea</h1><h3>Milk</h3>', '<h2>Tea</h2><h3>Milk</h3>'],
  ['containers', '<div><section><p>Tea</p></section><article>Milk</article></div>', '<p>Tea</p><p>Milk</p>'],
  [
    'links',
    '<p><a href="/b?c=1&amp;d" target="_blank" onclick="x()">b</a></p>',
    '<p><a href="/b?c=1&amp;d">b</a></p>',
  ],
  ['links that run scripts', '<p><a href="javascript:x()">b</a> <a href="data:x">c</a></p>', '<p>b c</p>'],
  ['links within the page', '<p>Tea<sup><a href="#fn1">1</a></sup></p>', '<p>Tea<sup>1</sup></p>'],
  [
    'code',
    '<p><code>a &lt; b</code></p><pre><code class="x">a\n  b</code></pre>',
    '<p><code>a &lt; b</code></p><pre><code>a\n  b</code></pre>',
  ],
  [
    'lists',
    '<ul class="x"><li>a<ol start="3"><li>b</li></ol></li></ul>',
    '<ul><li>a<ol start="3"><li>b</li></ol></li></ul>',
  ],
  [
    'check lists',
    '<ul><li><input type="checkbox" checked>a</li><li><input type="checkbox">b</li></ul>',
    '<ul><li>☑ a</li><li>☐ b</li></ul>',
  ],
  ['quotes', '<blockquote><p>Tea</p></blockquote>', '<blockquote><p>Tea</p></blockquote>'],
  [
    'tables',
    '<table border="1"><tr><th colspan="2" style="x">a</th></tr></table>',
    '<table><tr><th colspan="2">a</th></tr></table>',
  ],
  [
    'tables with captions',
    '<figure class="wp"><table><tr><td>a</td></tr></table><figcaption>b</figcaption></figure>',
    '<figure><table><tr><td>a</td></tr></table><figcaption>b</figcaption></figure>',
  ],
  ['dividers', '<p>a</p><hr class="x">', '<p>a</p><hr>'],
  ['texts from right to left', '<p dir="rtl" lang="ar">شاي</p>', '<p>شاي</p>'],
  [
    'details',
    '<details><summary>Why <em>tea</em></summary><p>Hot</p><ul><li>x</li></ul></details>',
    '<aside class="fact-box"><h2>Why <em>tea</em></h2><p>Hot</p><ul><li>x</li></ul></aside>',
  ],
  [
    'emoji',
    '<p>Tea <img src="https://s.w.org/images/core/emoji/1.png" alt="☕" class="emoji"></p>',
    '<p>Tea ☕</p>',
  ],
])('keeps %s', (_, html, expected) => {
  expect(convert(html)).toEqual({ html: expected, lost: [] })
})

describe('images', () => {
  it.each([
    ['alone', '<img src="https://x.example/a.jpg" alt="A wall">', IMAGE],
    [
      'in a paragraph',
      '<p>Tea <img src="https://x.example/a.jpg" alt="A wall"> time</p>',
      `<p>Tea  time</p>${IMAGE}`,
    ],
    [
      'in a paragraph of their own',
      '<p><a href="https://x.example/a.jpg"><img src="https://x.example/a.jpg" alt="A wall"></a></p>',
      IMAGE,
    ],
    [
      'in a list',
      '<ul><li>Tea<figure><img src="https://x.example/a.jpg" alt="A wall"></figure></li></ul>',
      `<ul><li>Tea</li></ul>${IMAGE}`,
    ],
    [
      'that are an item of a list',
      '<ul><li>Tea</li><li><img src="https://x.example/a.jpg" alt="A wall"></li></ul>',
      `<ul><li>Tea</li></ul>${IMAGE}`,
    ],
    [
      'in a table',
      '<table><tr><td>Tea</td><td><img src="https://x.example/a.jpg" alt="A wall"></td></tr></table>',
      `<table><tr><td>Tea</td><td></td></tr></table>${IMAGE}`,
    ],
    [
      'that load later',
      '<img src="data:image/gif;base64,R0" data-src="https://x.example/a.jpg" alt="A wall">',
      IMAGE,
    ],
    [
      'that replace another when they load',
      '<img src="/blank.gif" data-lazy-src="https://x.example/a.jpg" alt="A wall">',
      IMAGE,
    ],
    [
      'that were resized',
      '<img src="/a-300x200.jpg" data-orig-file="https://x.example/a.jpg" alt="A wall" width="" height="">',
      IMAGE,
    ],
    [
      'of several sizes',
      '<picture><source srcset="https://x.example/s.webp"><img srcset="https://x.example/s.jpg 300w, https://x.example/a.jpg 900w" alt="A wall"></picture>',
      IMAGE,
    ],
    [
      'that count readers',
      '<p>Tea<img src="https://x.example/p.gif" width="1" height="1"><img src="/q.gif" width="2" height="0"></p>',
      '<p>Tea</p>',
    ],
    [
      'with a caption',
      '<figure><img src="/a.jpg"><figcaption>By <a href="/me">me</a></figcaption></figure>',
      '<figure><img src="/a.jpg"><figcaption><span>By <a href="/me">me</a></span></figcaption></figure>',
    ],
    [
      'that are wide',
      '<figure class="alignwide"><img src="/a.jpg" alt=""></figure>',
      '<figure class="wide"><img src="/a.jpg"></figure>',
    ],
    [
      'of a gallery',
      '<figure><img src="/a.jpg"><img src="/b.jpg"><figcaption>Both</figcaption></figure>',
      '<div class="gallery"><figure><img src="/a.jpg"></figure><figure><img src="/b.jpg"></figure></div><p>Both</p>',
    ],
  ])('%s', (_, html, expected) => {
    expect(convert(html).html).toBe(expected)
  })

  it('says that links on images are lost', () => {
    expect(convert('<a href="https://shop.example/"><img src="/a.jpg"></a>')).toEqual({
      html: '<figure><img src="/a.jpg"></figure>',
      lost: ['links on images: https://shop.example/'],
    })
  })
})

describe('embeds and recordings', () => {
  const youtube =
    '<figure class="embed" data-address="https://www.youtube.com/watch?v=dQw4w9WgXcQ"><p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">www.youtube.com/watch?v=dQw4w9WgXcQ</a></p><figcaption>YouTube</figcaption></figure>'

  it.each([
    ['a frame', '<iframe src="//www.youtube.com/embed/dQw4w9WgXcQ?rel=0" width="560"></iframe>', youtube],
    [
      'a frame in a figure',
      '<figure class="x"><div><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></div><figcaption>Song</figcaption></figure>',
      `${youtube}<p>Song</p>`,
    ],
    [
      'a frame in a paragraph',
      '<p><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe></p>',
      youtube,
    ],
    [
      'audio',
      '<audio controls src="/a.mp3"></audio>',
      '<figure class="audio"><audio src="/a.mp3"></audio></figure>',
    ],
    [
      'video',
      '<figure><video poster="/p.jpg" width="640" height="360"><source src="/v.mp4"></video><figcaption>Sea</figcaption></figure>',
      '<figure class="video"><video src="/v.mp4" width="640" height="360" poster="/p.jpg"></video><figcaption><span>Sea</span></figcaption></figure>',
    ],
  ])('%s', (_, html, expected) => {
    expect(convert(html)).toEqual({ html: expected, lost: [] })
  })

  it.each([
    [
      '<blockquote class="twitter-tweet"><p>Hi</p>&mdash; A <a href="https://t.co/x">t</a> <a href="https://twitter.com/a/status/1234567890">May</a></blockquote><script src="https://platform.twitter.com/widgets.js"></script>',
      'https://x.com/a/status/1234567890',
    ],
    [
      '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/CabcdefghiJ/?utm=1"></blockquote>',
      'https://www.instagram.com/p/CabcdefghiJ/',
    ],
    [
      '<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@a/video/7123456789012345678"></blockquote>',
      'https://www.tiktok.com/@a/video/7123456789012345678',
    ],
  ])('reads %s', (html, address) => {
    const converted = convert(html)
    expect(converted.html).toContain(`<figure class="embed" data-address="${address}">`)
    expect(converted.lost).toEqual([])
  })

  it('links to what it cannot embed, and says so', () => {
    expect(convert('<iframe src="https://player.example/1"></iframe>')).toEqual({
      html: '<p><a href="https://player.example/1">https://player.example/1</a></p>',
      lost: ['embeds that become links: https://player.example/1'],
    })
  })
})

it.each([
  ['<form><p>Name</p><input name="n"></form>', '', ['forms: Name']],
  ['<p>x</p><svg><text>y</text></svg>', '<p>x</p>', ['drawings (SVG): y']],
  ['<p><u>x</u> <mark>y</mark></p>', '<p>x y</p>', ['underlined words: x', 'highlighted words: y']],
  ['<script>x</script><style>y</style><p>z</p>', '<p>z</p>', []],
])('says what %s loses', (html, expected, lost) => {
  expect(convert(html)).toEqual({ html: expected, lost })
})

it.each(HOSTILE_HTML)('writes only attributes of its own: %s', (hostile) => {
  const attribute = hostile.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const { html } = convert(
    `${hostile}<figure class="${attribute}"><img src="${attribute}" alt="${attribute}"><figcaption>${hostile}</figcaption></figure><p lang="${attribute}">${hostile}</p>`,
  )
  const { context } = createTextContext()
  for (const element of context.parseHtml(html).querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      expect(name).toMatch(
        /^(?:class|data-address|href|src|alt|start|colspan|rowspan|lang|dir|width|height|poster)$/,
      )
      if (name === 'href') expect(value).toMatch(/^(?:https?:|mailto:|tel:|\/|\.|[^:]*$)/)
      if (name === 'class') expect(value).toMatch(/^(?:wide|gallery|embed|audio|video|fact-box|pull-quote)$/)
    }
})

it.each([
  ['deep elements', '<div>'.repeat(50_000)],
  ['deep lists', '<ul><li>x'.repeat(20_000)],
  ['deep figures', `${'<figure>'.repeat(250)}${'<img src="/a.jpg">'.repeat(300)}`],
  ['lists of many images', `<ul>${'<li><figure><img src="/a.jpg"></figure></li>'.repeat(3_000)}</ul>`],
  ['unclosed tags', '<a href='.repeat(20_000)],
  ['many entities', '&lt;'.repeat(20_000)],
])('reads %s within bounds', (_, html) => {
  const started = performance.now()
  convert(html)
  // Takes a tenth of it; a quadratic reading takes minutes.
  expect(performance.now() - started).toBeLessThan(5_000)
})
