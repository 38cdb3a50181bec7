import { describe, expect, it } from 'vitest'
import { createTextContext } from '../testing/text-context.ts'
import { convertHtml } from './convert-html.ts'
import { writeGhostCard } from './ghost-card.ts'
import { readGhostElement } from './ghost-html.ts'
import { lexicalToHtml } from './lexical-html.ts'
import { mobiledocToHtml } from './mobiledoc-html.ts'

const text = (content: string, format = 0) => ({ type: 'extended-text', text: content, format })
const lexical = (children: object[]) => JSON.stringify({ root: { type: 'root', children } })

function fromLexical(children: object[]) {
  const { context, lost } = createTextContext(readGhostElement)
  return { html: lexicalToHtml(lexical(children), context), lost }
}

function fromHtml(html: string) {
  const { context, lost } = createTextContext(readGhostElement)
  return { html: convertHtml(html, context), lost }
}

const item = (children: object[], checked?: boolean) => ({ type: 'listitem', children, checked })

describe('Lexical', () => {
  it.each<[string, object[], string]>([
    [
      'marks',
      [
        {
          type: 'paragraph',
          children: [
            text('a', 1),
            text('b', 3),
            text('c', 16),
            text('d', 4),
            text('2', 64),
            { type: 'linebreak' },
            text('<e>'),
          ],
        },
      ],
      '<p><strong>a</strong><strong><em>b</em></strong><code>c</code><s>d</s><sup>2</sup><br>&lt;e&gt;</p>',
    ],
    [
      'headings and quotes',
      [
        { type: 'extended-heading', tag: 'h1', children: [text('A')] },
        { type: 'extended-heading', tag: 'h3', children: [text('B')] },
        { type: 'extended-quote', children: [text('C')] },
        { type: 'aside', children: [text('D')] },
        { type: 'paragraph', children: [] },
      ],
      '<h2>A</h2><h3>B</h3><blockquote><p>C</p></blockquote><figure class="pull-quote"><p>D</p></figure>',
    ],
    [
      'links',
      [
        {
          type: 'paragraph',
          children: [
            { type: 'link', url: 'https://x.example/?a=1&b="2"', children: [text('x', 2)] },
            { type: 'link', url: 'javascript:alert(1)', children: [text('y')] },
          ],
        },
      ],
      '<p><a href="https://x.example/?a=1&amp;b=&quot;2&quot;"><em>x</em></a>y</p>',
    ],
    [
      'lists',
      [
        {
          type: 'list',
          listType: 'number',
          start: 3,
          children: [
            item([text('a')]),
            item([{ type: 'list', listType: 'bullet', children: [item([text('b')])] }]),
          ],
        },
        { type: 'list', listType: 'check', children: [item([text('c')], true), item([text('d')], false)] },
      ],
      '<ol start="3"><li>a<ul><li>b</li></ul></li></ol><ul><li>☑ c</li><li>☐ d</li></ul>',
    ],
  ])('%s', (_, children, expected) => {
    expect(fromLexical(children)).toEqual({ html: expected, lost: [] })
  })

  it('is bounded in depth and says what is lost', () => {
    const [list, item] = ['{"type":"list","children":[', '{"type":"listitem","children":[']
    const json = `{"root":{"children":[${(list + item).repeat(5_000)}{"text":"deep"}${']}]}'.repeat(5_000)}]}}`
    const { context, lost } = createTextContext()
    const html = lexicalToHtml(json, context)
    expect(html?.length).toBeLessThan(2_000)
    expect(lost).toEqual(['lists that are nested too deeply: deep'])
  })

  it.each(['', '{', 'null', '[]', '{"root":1}'])('%j is no document', (json) => {
    expect(lexicalToHtml(json, createTextContext().context)).toBeNull()
  })
})

describe('Mobiledoc', () => {
  it('keeps marks, atoms, lists, images and cards', () => {
    const { context, lost } = createTextContext(readGhostElement)
    const html = mobiledocToHtml(
      JSON.stringify({
        version: '0.3.1',
        atoms: [['soft-return', '', {}]],
        cards: [
          ['hr', {}],
          ['markdown', { markdown: '**x** [y](/z)' }],
        ],
        markups: [
          ['strong'],
          ['a', ['href', 'https://x.example/']],
          ['em'],
          ['a', ['href', 'javascript:x()']],
        ],
        sections: [
          [1, 'h1', [[0, [], 0, 'A']]],
          [
            1,
            'p',
            [
              [0, [0], 0, 'b'],
              [0, [2], 2, 'c'],
              [1, [], 0, 0],
              [0, [1], 1, 'd'],
              [0, [3], 1, 'e <f>'],
            ],
          ],
          [1, 'blockquote', [[0, [], 0, 'g']]],
          [3, 'ol', [[[0, [], 0, 'h']], [[0, [0], 1, 'i']]]],
          [2, '/a.jpg'],
          [10, 0],
          [10, 1],
        ],
      }),
      context,
    )
    expect(html).toBe(
      '<h2>A</h2><p><strong>b<em>c</em></strong><br><a href="https://x.example/">d</a>e &lt;f&gt;</p>' +
        '<blockquote><p>g</p></blockquote><ol><li>h</li><li><strong>i</strong></li></ol>' +
        '<figure><img src="/a.jpg"></figure><hr><p><strong>x</strong> <a href="/z">y</a></p>',
    )
    expect(lost).toEqual([])
  })

  it.each(['', '{}', '{"sections":1}'])('%j is no document', (json) => {
    expect(mobiledocToHtml(json, createTextContext().context)).toBeNull()
  })
})

describe('cards', () => {
  it.each<[name: string, data: object, html: string, lost?: string[]]>([
    [
      'image',
      { src: '/a.jpg', alt: 'A', caption: 'By <b>me</b>', cardWidth: 'wide' },
      '<figure class="wide"><img src="/a.jpg" alt="A"><figcaption><span>By <b>me</b></span></figcaption></figure>',
    ],
    [
      'image',
      { src: '/a.jpg', alt: '', href: 'https://x.example/' },
      '<figure><img src="/a.jpg"></figure>',
      ['links on images: https://x.example/'],
    ],
    ['image', {}, ''],
    [
      'gallery',
      { images: [{ src: '/a.jpg', alt: 'A' }, { src: '/b.jpg' }, { fileName: 'c' }], caption: 'Two' },
      '<div class="gallery"><figure><img src="/a.jpg" alt="A"></figure><figure><img src="/b.jpg"></figure></div><p>Two</p>',
    ],
    [
      'bookmark',
      { url: 'https://x.example/', metadata: { title: 'X & Y', description: 'Z' }, caption: '<i>c</i>' },
      '<p><a href="https://x.example/"><strong>X &amp; Y</strong></a><br>Z<br><i>c</i></p>',
    ],
    [
      'embed',
      { url: 'https://vimeo.com/76979871', html: '<iframe src="x"></iframe>', caption: 'V' },
      '<figure class="embed" data-address="https://vimeo.com/76979871"><p><a href="https://vimeo.com/76979871">vimeo.com/76979871</a></p><figcaption>Vimeo</figcaption></figure><p>V</p>',
    ],
    [
      'embed',
      { html: '<iframe src="https://player.vimeo.com/video/76979871"></iframe>' },
      '<figure class="embed" data-address="https://vimeo.com/76979871"><p><a href="https://vimeo.com/76979871">vimeo.com/76979871</a></p><figcaption>Vimeo</figcaption></figure>',
    ],
    [
      'callout',
      { calloutText: '<p>Mind <b>it</b></p>', calloutEmoji: '💡' },
      '<aside class="fact-box"><p>💡 Mind <b>it</b></p></aside>',
    ],
    [
      'callout',
      { calloutText: 'Mind it', calloutEmoji: '' },
      '<aside class="fact-box"><p>Mind it</p></aside>',
    ],
    [
      'toggle',
      { heading: '<span>Why?</span>', content: '<p>So.</p>' },
      '<aside class="fact-box"><h2>Why?</h2><p>So.</p></aside>',
    ],
    ['button', { buttonText: 'Go', buttonUrl: '/go' }, '<p><a href="/go">Go</a></p>'],
    ['html', { html: '<div class="x"><p onclick="y">T</p><script>z</script></div>' }, '<p>T</p>'],
    [
      'markdown',
      { markdown: '# A\n\n| a | b |\n|---|---|\n| 1 | 2 |' },
      '<h2>A</h2><table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      'file',
      { src: '/f.pdf', fileTitle: 'Plan', fileCaption: 'Draft', fileSize: 2_000_000 },
      '<p><a href="/f.pdf">Plan</a> (2 MB)<br>Draft</p>',
      ['files for download, which stay at the source: /f.pdf'],
    ],
    [
      'audio',
      { src: '/a.mp3', title: 'Talk' },
      '<figure class="audio"><audio src="/a.mp3"></audio><figcaption><span>Talk</span></figcaption></figure>',
    ],
    [
      'video',
      { src: '/v.mp4', width: 640, height: 360, thumbnailSrc: '/t.jpg', caption: 'Sea' },
      '<figure class="video"><video src="/v.mp4" width="640" height="360" poster="/t.jpg"></video><figcaption><span>Sea</span></figcaption></figure>',
    ],
    [
      'header',
      {
        header: 'Hello',
        subheader: 'There',
        buttonEnabled: true,
        buttonText: 'Go',
        buttonUrl: '/go',
        backgroundImageSrc: '/b.jpg',
      },
      '<figure class="wide"><img src="/b.jpg"></figure><h2>Hello</h2><p>There</p><p><a href="/go">Go</a></p>',
    ],
    [
      'product',
      {
        productTitle: 'Tea',
        productDescription: '<p>Hot</p>',
        productImageSrc: '/t.jpg',
        productRatingEnabled: true,
        productStarRating: 4,
        productButtonEnabled: true,
        productButton: 'Buy',
        productUrl: 'https://x.example/',
      },
      '<figure><img src="/t.jpg"></figure><aside class="fact-box"><h2>Tea</h2><p>4 of 5 stars</p><p>Hot</p><p><a href="https://x.example/">Buy</a></p></aside>',
    ],
    ['codeblock', { code: 'a < b', caption: 'c' }, '<pre><code>a &lt; b</code></pre><p>c</p>'],
    ['horizontalrule', {}, '<hr>'],
    ['paywall', {}, '', ['paywall lines: Text after the line is for members only at the source']],
    ['email', { html: '<p>Hi</p>' }, '', ['parts for emails only: <p>Hi</p>']],
    ['signup', { header: 'Join' }, '', ['sign-up forms: Join']],
    ['hologram', {}, '', ['cards of the kind “hologram”: ']],
    ['constructor', {}, '', ['cards of the kind “constructor”: ']],
    ['gallery', { images: 'x', caption: 3 }, ''],
  ])('%s %j', (name, data, expected, expectedLost = []) => {
    const { context, lost } = createTextContext(readGhostElement)
    expect({ html: writeGhostCard(name, data as Record<string, unknown>, context).trim(), lost }).toEqual({
      html: expected,
      lost: expectedLost,
    })
    // The same data in Lexical.
    expect(fromLexical([{ ...data, type: name }]).html?.trim()).toBe(expected)
  })
})

it.each([
  [
    'bookmarks',
    '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://x.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">X</div><div class="kg-bookmark-description">Y</div></div></a></figure>',
    '<p><a href="https://x.example/"><strong>X</strong></a><br>Y</p>',
  ],
  [
    'galleries',
    '<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="/a.jpg" alt="A" width="3" height="2"></div><div class="kg-gallery-image"><img src="/b.jpg"></div></div></div><figcaption>Two</figcaption></figure>',
    '<div class="gallery"><figure><img src="/a.jpg" alt="A"></figure><figure><img src="/b.jpg"></figure></div><p>Two</p>',
  ],
  [
    'images',
    '<figure class="kg-card kg-image-card kg-width-full kg-card-hascaption"><img src="/a.jpg" class="kg-image" alt="A"><figcaption>C</figcaption></figure>',
    '<figure class="wide"><img src="/a.jpg" alt="A"><figcaption><span>C</span></figcaption></figure>',
  ],
  [
    'callouts',
    '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">T <b>u</b></div></div>',
    '<aside class="fact-box"><p>💡 T <b>u</b></p></aside>',
  ],
  [
    'toggles',
    '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">H</h4><button>v</button></div><div class="kg-toggle-content"><p>C</p></div></div>',
    '<aside class="fact-box"><h2>H</h2><p>C</p></aside>',
  ],
  [
    'buttons',
    '<div class="kg-card kg-button-card"><a href="/go" class="kg-btn">Go</a></div>',
    '<p><a href="/go">Go</a></p>',
  ],
  [
    'video',
    '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="/v.mp4" poster="/p.jpg" width="640" height="360"></video><div class="kg-video-overlay"><button><svg></svg></button></div></div><figcaption>C</figcaption></figure>',
    '<figure class="video"><video src="/v.mp4" width="640" height="360" poster="/p.jpg"></video><figcaption><span>C</span></figcaption></figure>',
  ],
  [
    'audio',
    '<div class="kg-card kg-audio-card"><div class="kg-audio-title">T</div><audio src="/a.mp3"></audio><span class="kg-audio-time">0:00</span></div>',
    '<figure class="audio"><audio src="/a.mp3"></audio><figcaption><span>T</span></figcaption></figure>',
  ],
])('reads the HTML of %s', (_, html, expected) => {
  expect(fromHtml(html)).toEqual({ html: expected, lost: [] })
})
