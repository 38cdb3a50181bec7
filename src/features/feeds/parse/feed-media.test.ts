import { describe, expect, it } from 'vitest'
import { chooseImage, removeLeadImage } from './feed-media.ts'
import type { SourceMedia } from './source-feed.ts'

const BASE = 'https://paper.example/news/'

const media = (kind: SourceMedia['kind'], url: string, fields: Partial<SourceMedia> = {}): SourceMedia => ({
  kind,
  url,
  type: null,
  medium: null,
  width: null,
  height: null,
  ...fields,
})
const content = (url: string, fields?: Partial<SourceMedia>) => media('content', url, fields)
const thumbnail = (url: string, fields?: Partial<SourceMedia>) => media('thumbnail', url, fields)
const enclosure = (url: string, type: string) => media('enclosure', url, { type })
const cover = media('cover', 'cover.jpg')

describe('chooseImage', () => {
  it.each<[name: string, candidates: SourceMedia[], chosen: string | null]>([
    ['the largest content', [content('s.jpg', { width: 140 }), content('l.jpg', { width: 460 })], 'l.jpg'],
    [
      'the largest by both sides',
      [content('wide.jpg', { width: 900, height: 10 }), content('even.jpg', { width: 400, height: 300 })],
      'even.jpg',
    ],
    ['the first of equal images', [content('1.jpg'), content('2.jpg')], '1.jpg'],
    [
      'an image before a larger video',
      [content('v', { type: 'video/mp4', width: 1920 }), content('p', { type: 'image/webp', width: 9 })],
      'p',
    ],
    [
      'an image identified by its medium attribute',
      [content('v', { medium: 'video' }), content('p', { medium: 'image' })],
      'p',
    ],
    [
      'content before a thumbnail',
      [thumbnail('t.jpg', { width: 900 }), content('c.jpg', { width: 400 })],
      'c.jpg',
    ],
    [
      'a wide thumbnail before narrow content',
      [thumbnail('t.jpg', { width: 900 }), content('c.jpg', { width: 72 })],
      't.jpg',
    ],
    [
      'the largest thumbnail',
      [thumbnail('s', { width: 10, height: 10 }), thumbnail('l', { width: 20, height: 20 })],
      'l',
    ],
    ['a thumbnail before an enclosure', [enclosure('e.jpg', 'image/jpeg'), thumbnail('t.jpg')], 't.jpg'],
    [
      'an enclosed image',
      [enclosure('e.mp3', 'audio/mpeg'), enclosure('e.png', 'image/png'), cover],
      'e.png',
    ],
    ['an enclosed image of no media type', [enclosure('e.mp3', 'mp3'), enclosure('e.jpg', 'jpg')], 'e.jpg'],
    ['an enclosed image without a type', [enclosure('e.jpg', '')], 'e.jpg'],
    ['an enclosed image as a file', [enclosure('e.jpg', 'application/octet-stream')], 'e.jpg'],
    ['an image of a type without format', [enclosure('e.jpg', 'video'), enclosure('e', 'image')], 'e'],
    [
      'content with a size, but no format',
      [content('v.mp4', { width: 9, height: 9 }), content('p?id=1', { width: 9, height: 9 })],
      'p?id=1',
    ],
    ['a podcast cover as the last choice', [enclosure('e.mp3', 'audio/mpeg'), cover], 'cover.jpg'],
    ['no SVG image', [content('a.svg'), content('b', { type: 'image/svg+xml' })], null],
    ['no single pixel', [thumbnail('t.jpg', { width: 1, height: 1 })], null],
    [
      'no URL other than http and https',
      [thumbnail('data:image/gif;base64,AAAA'), content('file:///a.jpg')],
      null,
    ],
  ])('chooses %s', (_, candidates, chosen) => {
    expect(chooseImage(candidates, [], BASE)).toBe(chosen && `${BASE}${chosen}`)
  })

  it.each<[html: string, chosen: string | null]>([
    [
      '<video src="https://i.example/a.mp4"></video><video poster="https://i.example/a.jpg"></video>',
      'https://i.example/a.jpg',
    ],
    [
      '<p>x</p><img src="https://i.example/a.jpg?w=1"><img src="https://i.example/b.jpg">',
      'https://i.example/a.jpg?w=1',
    ],
    [
      '<img src="https://i.example/1.gif" width="1" height="1"><img src="https://i.example/b">',
      'https://i.example/b',
    ],
    [
      '<img src="https://feeds.feedburner.com/~r/x/1"><img src="https://i.example/b.jpg">',
      'https://i.example/b.jpg',
    ],
    [
      '<img src="https://s.example/images/core/emoji/1f600.png"><img src="https://i.example/b.jpg">',
      'https://i.example/b.jpg',
    ],
    [
      '<img src="data:image/gif;base64,AA" data-src="https://i.example/lazy.jpg">',
      'https://i.example/lazy.jpg',
    ],
    ['<img src="data:," data-lazy-src="https://i.example/lazy.jpg">', 'https://i.example/lazy.jpg'],
    ['<img src="data:," data-original="https://i.example/lazy.jpg">', 'https://i.example/lazy.jpg'],
    ...[
      'data-actualsrc',
      'data-cfsrc',
      'data-ll-src',
      'nitro-lazy-src',
      'data-src-large',
      'data-runner-src',
    ].map((name): [string, string] => [
      `<img src="/white.jpg" ${name}="lazy.jpg?w=9">`,
      `${BASE}lazy.jpg?w=9`,
    ]),
    ...['data-image', 'data-echo', 'data-pin-media'].map((name): [string, string] => [
      `<img src="data:," ${name}="lazy.jpg">`,
      `${BASE}lazy.jpg`,
    ]),
    ['<img src="a.jpg" data-image="b.jpg" data-low-src="c.jpg" data-thumb-src="d.jpg">', `${BASE}a.jpg`],
    ['<img src="data:," data-caption="A photograph" data-id="7">', null],
    ['<div data-bg="b.jpg"></div>', `${BASE}b.jpg`],
    ['<p style="color: red; background: #fff url(&quot;b.jpg&quot;) top">', `${BASE}b.jpg`],
    ['<div data-bg="b.jpg"></div><img src="a.jpg">', `${BASE}a.jpg`],
    ['<a href="a.jpg"><img src="a-300x200.jpg"></a>', `${BASE}a.jpg`],
    ['<a href="b.jpg"><img src="a-300x200.jpg"></a>', `${BASE}a-300x200.jpg`],
    ['<a href="/story"></a><img src="a-300x200.jpg">', `${BASE}a-300x200.jpg`],
    [
      '<img src="1f600.png" alt="😀"><img class="emoji" src="x.png" alt=":)"><img src="b.jpg">',
      `${BASE}b.jpg`,
    ],
    ['<img class="mwe-math-fallback-image-inline" src="x.png" alt="x^2">', null],
    ['<img src="https://i.example/blank.gif" data-src="https://i.example/b.jpg">', 'https://i.example/b.jpg'],
    ['<img srcset="https://i.example/a.jpg, https://i.example/b.jpg 2x">', 'https://i.example/b.jpg'],
    ['<img src="https://i.example/icon.png" width="16">', null],
    ['<img src="https://t.example/pixel.gif?x=1">', null],
    ['<img src="https://pixel.example/x.jpg">', null],
    ['<img src="https://i.example/pixel-9-review.jpg">', 'https://i.example/pixel-9-review.jpg'],
    ['<img alt="">', null],
    [
      '<img src="https://i.example/s.jpg" srcset="https://i.example/s.jpg 400w,https://i.example/l.jpg 1600w">',
      'https://i.example/l.jpg',
    ],
    [
      '<img srcset="https://i.example/huge.jpg 9000w, https://i.example/l.jpg 2400w">',
      'https://i.example/l.jpg',
    ],
    [
      '<img src="https://i.example/placeholder.png" data-lazy-src="https://i.example/real.jpg">',
      'https://i.example/real.jpg',
    ],
    [
      '<img src="https://i.example/small.jpg" data-src="https://i.example/real.jpg">',
      'https://i.example/real.jpg',
    ],
    [
      '<amp-img src="https://i.example/amp.jpg" width="900" height="600"></amp-img>',
      'https://i.example/amp.jpg',
    ],
    [
      '<picture><source srcset="https://i.example/m.jpg 800w, https://i.example/l.jpg 1600w"><img alt=""></picture>',
      'https://i.example/l.jpg',
    ],
    [
      '<picture><source data-srcset="https://i.example/a,b.jpg?w=9,1 2x"><img src="data:image/gif;base64,R0lG"></picture>',
      'https://i.example/a,b.jpg?w=9,1',
    ],
    ['<picture><source srcset="https://i.example/only.jpg"></picture>', 'https://i.example/only.jpg'],
    ['no image', null],
  ])('finds in %s %j', (html, chosen) => {
    expect(chooseImage([], [html], BASE)).toBe(chosen)
  })

  it('uses the image in HTML before a narrow thumbnail', () => {
    const small = [thumbnail('72.jpg', { width: 72, height: 72 })]
    expect(chooseImage(small, ['<img src="https://i.example/b.jpg">'], BASE)).toBe('https://i.example/b.jpg')
    expect(chooseImage(small, ['text'], BASE)).toBe(`${BASE}72.jpg`)
  })

  it('uses the next HTML if the first has no image', () => {
    expect(chooseImage([], ['text', '<img src="https://i.example/b.jpg">'], BASE)).toBe(
      'https://i.example/b.jpg',
    )
  })
})

const IMAGE = 'https://i.example/a.jpg'
const img = `<img src="${IMAGE}">`

describe('removeLeadImage', () => {
  it.each([
    ['the image', ` ${img} Text`, 'Text'],
    ['its link', `<a href="/x">\n${img}\n</a><p>Text</p>`, '<p>Text</p>'],
    ['its paragraph', `<p>${img}</p><p>Text</p>`, '<p>Text</p>'],
    [
      'its figure with the caption',
      `<figure>${img}<figcaption>Smoke</figcaption></figure><p>Text</p>`,
      '<p>Text</p>',
    ],
    ['the line breaks after it', `${img}<br /><br>Text`, 'Text'],
    ['the image in another size', '<img src="https://i.example/a-300x200.jpg?x=1">Text', 'Text'],
    ['only the image where text shares its paragraph', `<p>${img} Text</p>`, '<p> Text</p>'],
    [
      'only the image where another follows',
      `<p>${img}<img src="https://i.example/b.jpg"></p>`,
      '<p><img src="https://i.example/b.jpg"></p>',
    ],
    [
      'only the figure within a larger element',
      `<div><figure>${img}</figure><p>Text</p></div>`,
      '<div><p>Text</p></div>',
    ],
  ])('removes %s', (_, html, expected) => {
    expect(removeLeadImage(html, IMAGE)).toBe(expected)
  })

  it.each([
    ['after text', `Text ${img}`],
    ['after another image', `<img src="https://i.example/b.jpg">${img}`],
    ['with another URL', '<img src="https://i.example/b.jpg">Text'],
  ])('preserves an image %s', (_, html) => {
    expect(removeLeadImage(html, IMAGE)).toBe(html)
  })

  it('preserves all images of an article without a lead image', () => {
    expect(removeLeadImage(img, null)).toBe(img)
  })
})
