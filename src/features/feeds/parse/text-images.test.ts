import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { imageKey } from '#features/media/rules/variant.ts'
import { sanitiseBodyWithImages } from '#platform/render/sanitise.server.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { createTextImages } from './text-images.ts'

const ID = '00000000-0000-4000-8000-00000000000a'
const URL_A = 'https://x.example/a.jpg'

function show(html: string, imageUrl: string | null = null) {
  const images = createTextImages({ id: ID, imageUrl })
  const shown = sanitiseBodyWithImages(html, images.show)
  return { html: shown, urls: images.listShown() }
}

describe('createTextImages', () => {
  it('serves images through this site, in a box of the given shape', () => {
    const { html, urls } = show(
      `<figure class="x" onclick="alert(1)"><img src="${URL_A}" alt=" A  ferry " width="600" height="400" onerror="x()"><figcaption>Dusk</figcaption></figure>`,
    )
    const path = `/media/${ID}/${imageKey(URL_A)}`
    expect(html).toBe(
      `<figure><img class="feed-image" src="${path}/full-1280.webp" srcset="${[160, 320, 480, 640, 768, 960, 1280].map((width) => `${path}/full-${width}.webp ${width}w`).join(', ')}"` +
        ' sizes="auto, (width &lt; 38rem) 100vw, 35rem" alt="A ferry" width="600" height="400"' +
        ' style="aspect-ratio:600/400;max-width:min(100%,600px)" loading="lazy" decoding="async" /><figcaption>Dusk</figcaption></figure>',
    )
    expect(urls).toEqual([URL_A])
  })

  it.each([
    ['no size', ''],
    ['a percentage', ' width="100%" height="auto"'],
    ['one side', ' width="600"'],
    ['an implausible shape', ' width="9000" height="60"'],
    ['huge numbers', ' width="99999" height="99999"'],
    ['text', ` width="600;position:fixed" height="400"`],
  ])('gives an image with %s a box of its own', (_, size) => {
    expect(show(`<p><img src="${URL_A}"${size}></p>`).html).toContain(
      ' width="1280" height="853" style="aspect-ratio:1280/853;max-width:min(100%,1280px)"',
    )
  })

  it.each([
    [
      'the largest of a set',
      `<img src="https://x.example/s.jpg" srcset="https://x.example/s.jpg 300w, ${URL_A} 1200w">`,
    ],
    [
      'the largest of a picture',
      `<picture><source srcset="https://x.example/s.webp 300w, ${URL_A} 1200w"><img src="https://x.example/s.jpg"></picture>`,
    ],
    ['what is loaded lazily', `<img src="data:image/gif;base64,R0lGOD" data-src="${URL_A}">`],
    ['what is loaded lazily', `<img data-src="${URL_A}"><noscript><img src="${URL_A}"></noscript>`],
    ['one of several that are the same', `<img src="${URL_A}"><img src="${URL_A}">`],
  ])('shows %s', (_, html) => {
    expect(show(html).urls).toEqual([URL_A])
    expect(show(html).html.match(/<img/g)).toHaveLength(1)
    expect(show(html).html).not.toContain('x.example')
  })

  it.each([
    ['pixels', `<img src="${URL_A}" width="1" height="1">`],
    ['pixels, by style', `<img src="${URL_A}" style="width:1px;height:1px">`],
    ['hidden images', `<img src="${URL_A}" style="border:0;display: none">`],
    ['hidden images', `<img src="${URL_A}" hidden>`],
    ['pixels of trackers', '<img src="https://x.example/pixel.gif?id=7">'],
    ['pixels of trackers', '<img src="https://feeds.feedburner.com/~r/x/~4/y">'],
    ['SVG', '<img src="https://x.example/a.svg">'],
    ['data', '<img src="data:image/png;base64,iVBORw0KGgo=">'],
    ['scripts', '<img src="javascript:alert(1)">'],
    ['files', '<img src="file:///etc/passwd">'],
    ['own addresses', '<img src="/storage/article-images/1_a.jpg">'],
    ['what is not an address', '<img src="">'],
  ])('shows no %s', (_, html) => {
    expect(show(`<p>Text</p>${html}`)).toEqual({ html: '<p>Text</p>', urls: [] })
  })

  it('does not repeat the image above the text', () => {
    expect(
      show('<p>Text</p><img src="https://x.example/a-300x200.jpg">', 'https://x.example/a.jpg').urls,
    ).toEqual([])
  })

  it('shows text in place of emoji', () => {
    expect(show('<p>Oui <img src="https://x.example/fr.png" alt="🇫🇷"></p>').html).toBe(
      '<p>Oui <span>🇫🇷</span></p>',
    )
  })

  it('shows a limited number, quickly', () => {
    const started = performance.now()
    const many = Array.from({ length: 10_000 }, (_, index) => `<p><img src="https://x.example/${index}.jpg">`)
    expect(show(many.join('')).urls).toHaveLength(30)
    const pixels = '<img src="https://x.example/pixel.gif" width="1">'.repeat(10_000)
    expect(show(pixels).urls).toEqual([])
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it.each([...HOSTILE_HTML, ...HOSTILE_HTML.map((html) => `<img src="${URL_A}" alt='${html}'>`)])(
    'writes no attributes of others: %s',
    (hostile) => {
      const { document } = parseHTML(`<html><body>${show(hostile).html}</body></html>`)
      for (const { localName, attributes } of document.body.querySelectorAll('*')) {
        const given = Object.fromEntries(Array.from(attributes, ({ name, value }) => [name, value]))
        expect(Object.keys(given).filter((name) => /^on|^style$/.test(name) && localName !== 'img')).toEqual(
          [],
        )
        if (localName !== 'img') continue
        expect(Object.keys(given).join(' ')).toBe(
          'class src srcset sizes alt width height style loading decoding',
        )
        expect(given.src).toMatch(/^\/media\//)
        expect(given.style).toMatch(/^aspect-ratio:\d+\/\d+;max-width:min\(100%,\d+px\)$/)
      }
    },
  )
})
