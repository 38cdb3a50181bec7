import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EMPTY_ARTICLE } from '#features/drafts/rules/article-fields.ts'
import { createDocument, readForm, unsupportedHtml } from '#features/drafts/rules/draft-document.ts'
import { provideBrowserWindow } from '#platform/testing/browser-window.ts'
import { HOSTILE_HTML } from '#platform/testing/hostile-html.ts'
import { cleanPastedHtml } from './clean-pasted-html.ts'
import type { BesideHtml } from './pasted-html-images.ts'

provideBrowserWindow()

const URL_A = 'https://x.example/a.jpg'
const DATA = `iVBORw0KGgo${'A'.repeat(401)}`

const copied = (name: string) =>
  readFileSync(new URL(`../../testing/clipboard/${name}.html`, import.meta.url), 'utf8').replace('DATA', DATA)
const parse = (html: string) => new window.DOMParser().parseFromString(html, 'text/html').body
const file = (name: string) => new File(['x'], name, { type: 'image/jpeg' })

/** With the number of the image in place of its random id. */
function clean(html: string, beside?: BesideHtml) {
  const cleaned = cleanPastedHtml(html, beside)
  const ids = [...cleaned.html.matchAll(/ data-id="([^"]*)"/g)].map(([, id = '']) => id)
  expect(ids.toSorted()).toEqual(cleaned.images.map(({ id }) => id).toSorted())
  expect(unsupportedHtml(cleaned.html)).toEqual([])
  // The document keeps all of it.
  const read = readForm(createDocument({ ...EMPTY_ARTICLE, content: cleaned.html }, parse)).content
  expect(parse(read).textContent.replace(/\s/g, '')).toBe(parse(cleaned.html).textContent.replace(/\s/g, ''))
  expect(read.match(/<figure class="pasted-image"/g)?.length ?? 0).toBe(ids.length)
  const numbered = ids.reduce((text, id, index) => text.replace(id, String(index)), cleaned.html)
  return { ...cleaned, html: numbered }
}

const figure = (
  index: number,
  texts: { address?: string; alt?: string; credit?: string; caption?: string },
) =>
  `<figure class="pasted-image" data-id="${index}" data-address="${texts.address ?? ''}" data-alt="${texts.alt ?? ''}" data-credit="${texts.credit ?? ''}"><figcaption>${texts.caption ?? ''}</figcaption></figure>`

describe('cleanPastedHtml: the clipboards of programs', () => {
  it.each<[string, string, string | undefined, BesideHtml?]>([
    [
      'notion',
      `<h2>Harbour wall opens</h2>
       <p>The wall <strong>cost </strong><strong><em>£4m</em></strong>, said <a href="https://example.org/minutes?id=7">the minutes</a>.</p>
       ${figure(0, { address: 'https://prod-files-secure.s3.us-west-2.amazonaws.com/0a1b/2c3d/wall.jpg?X-Amz-Expires=3600&amp;X-Amz-Signature=abc' })}
       <ul><li><p>Stone from Portland</p><ul><li><p>Cut by hand</p></li></ul></li></ul>
       <ul><li><p>☑  Plan</p></li><li><p>☐  Build</p></li></ul>
       <p>Closed in  June.</p><blockquote><p>It is high.</p></blockquote><hr>`,
      'Pasted without struck-out text',
    ],
    [
      'wikipedia',
      `${figure(0, { address: 'https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/Harbour_wall.jpg/500px-Harbour_wall.jpg', caption: 'The <a href="https://en.wikipedia.org/wiki/Wall">wall</a> in May' })}
       <p>The <strong>harbour wall</strong> was built in 1904. It is 10<sup>2</sup> m long.</p><h2>History</h2>
       <figure><table><tbody><tr><th>Year</th><th>Length</th></tr><tr><td>1904</td><td>90 m</td></tr></tbody></table></figure>`,
      'Pasted without reference marks',
    ],
    [
      'bbc',
      `<h2>Harbour wall opens</h2>
       ${figure(0, { address: 'https://ichef.bbci.co.uk/ace/standard/976/cpsprodpb/1a2b/live/wall.jpg.webp', alt: 'A wall "at dusk"', credit: 'Getty Images', caption: 'The wall opened on <strong>Monday</strong>' })}
       <p>The wall cost £4m.</p><p>It was late.</p><p>Watch: the first walkers</p>`,
      'Pasted without embedded players',
    ],
    [
      'libreoffice',
      `<h2>Harbour wall opens</h2>
       <p>The wall <strong>cost </strong><strong><em>£4m</em></strong>, said <a href="https://example.org/minutes">the minutes</a><sup>1</sup>.</p>
       <p>Before</p>${figure(0, { alt: 'A wall' })}<p>after.</p>
       <ol><li><p>Plan</p></li><li><p>Build</p></li></ol><p>Inserted.</p><p>1Page 7.</p>`,
      'Tracked changes accepted',
    ],
    [
      'outlook',
      `<p><strong>From:</strong> Ada Lane &lt;ada@example.org&gt;</p>
       <p>The wall opens, see <a href="https://example.org/minutes">the minutes</a>.</p>
       ${figure(0, { alt: 'A wall in the sea' })}<ul><li><p>Stone</p></li></ul>`,
      undefined,
      { files: [file('image001.jpg')], readRtf: () => '' },
    ],
    [
      'apple-notes',
      `<h2>Harbour wall opens</h2><p>The wall <strong>cost £4m</strong>.</p>
       <ul><li><p>Stone</p></li><li><p>Steel</p><ul><li><p>from Sheffield</p></li></ul></li></ul>`,
      'Pasted without images',
    ],
  ])('keeps the text and the images of %s', (name, expected, losses, beside) => {
    const cleaned = clean(copied(name), beside)
    const normal = (html: string) => html.replace(/\n\s*/g, '').replaceAll('&quot;', '"')
    expect(normal(cleaned.html)).toBe(normal(expected))
    expect(cleaned.losses?.title).toBe(losses)
    for (const { address, file } of cleaned.images) expect(address === '').toBe(file !== undefined)
  })

  it('reads the images of Word from RTF, and those of Safari from files', async () => {
    const word =
      '<p class=MsoNormal>Tea<img width=400 height=300 src="file:///C:/Users/ada/clip_image002.png"></p>' +
      '<p class=MsoNormal><img width=40 height=40 src="file:///C:/Users/ada/clip_image003.png"><img src="file:///C:/Users/ada/clip_image004.jpg"></p>'
    const picture = (kind: string, hex: string) =>
      `{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn shapeType}{\\sv 75}}}\\picscalex10\\picw1\\pich1\n\\${kind}blip\\bliptag-77{\\*\\blipuid 0abc}\n${hex}}}{\\nonshppict{\\pict\\wmetafile8 ffff}}`
    const rtf = `{\\rtf1\\ansi Tea ${picture('png', '8950\n4e47')} milk ${picture('jpeg', 'ffd8')}}`
    const { images, losses } = clean(word, { files: [], readRtf: () => rtf })
    expect(losses).toBeUndefined()
    const bytes = await Promise.all(images.map(({ file }) => file?.bytes()))
    expect(bytes).toEqual([new Uint8Array([0x89, 0x50, 0x4e, 0x47]), new Uint8Array([0xff, 0xd8])])
    expect(images.map(({ file }) => file?.name)).toEqual(['image.png', 'image.jpg'])

    const one = '<p>Tea <img src="blob:https://x.example/1"></p>'
    expect(clean(one, { files: [file('a.jpg')], readRtf: () => '' }).images).toHaveLength(1)
    const unclear = clean(one, { files: [file('a.jpg'), file('b.jpg')], readRtf: () => '' })
    expect(unclear).toMatchObject({
      html: '<p>Tea</p>',
      images: [],
      losses: { title: 'Pasted without images' },
    })
    expect(unclear.losses?.text).toContain('1 image could not be read.')
  })
})

describe('cleanPastedHtml: images', () => {
  const shown = figure(0, { address: URL_A })
  const image = `<img src="${URL_A}">`

  it.each([
    [
      'divide paragraphs',
      `<p>Tea ${image}<b>at</b> four</p>`,
      `<p>Tea</p>${shown}<p><strong>at</strong> four</p>`,
    ],
    ['divide text in a line', `Tea ${image} at`, `<p>Tea</p>${shown}<p>at</p>`],
    ['stand alone', image, shown],
    ['stand alone in a link', `<p><a href="https://x.example/">${image}</a></p>`, shown],
    [
      'follow lists',
      `<ul><li>Tea ${image}</li><li>${image.replace('a.jpg', 'b.jpg')}</li></ul><p>at</p>`,
      `<ul><li><p>Tea </p></li></ul>${shown}${figure(1, { address: URL_A.replace('a.jpg', 'b.jpg') })}<p>at</p>`,
    ],
    [
      'follow quotations',
      `<blockquote><p>Tea</p>${image}</blockquote>`,
      `<blockquote><p>Tea</p></blockquote>${shown}`,
    ],
    ['follow headings', `<h2>Tea ${image}</h2>`, `<h2>Tea </h2>${shown}`],
    [
      'follow tables',
      `<table><tr><td>Tea</td><td>${image}</td></tr></table>`,
      `<figure><table><tbody><tr><td>Tea</td><td></td></tr></tbody></table></figure>${shown}`,
    ],
    [
      'have the largest source',
      `<p><img src="${URL_A.replace('a.jpg', 's.jpg')}" srcset="${URL_A} 2x"></p>`,
      shown,
    ],
    [
      'are text',
      '<p>Tea <img src="https://s.w.org/images/core/emoji/1.png" alt="☕" class="emoji"></p>',
      '<p>Tea ☕</p>',
    ],
    ['are tracking pixels', '<p>Tea<img src="https://x.example/p" width="1" height="1"></p>', '<p>Tea</p>'],
    ['are hidden', `<p>Tea<img style="display:none" src="${URL_A}"></p>`, '<p>Tea</p>'],
    ['are characters that stand for images', '<p>Tea\ufdd00\ufdd1</p>', '<p>Tea0</p>'],
  ])('%s', (_, html, expected) => {
    const cleaned = clean(html)
    expect(cleaned.html).toBe(expected)
    expect(cleaned.losses).toBeUndefined()
  })

  it.each([
    `data:image/svg+xml;base64,${'A'.repeat(500)}`,
    `data:text/html;base64,${'A'.repeat(500)}`,
    'https://x.example/a.svg',
    '/a.jpg',
    'javascript:alert(1)',
    `data:image/png;base64,${'%'.repeat(500)}`,
  ])('says that %s cannot be read', (src) => {
    expect(clean(`<p>Tea<img src="${src}"></p>`)).toMatchObject({
      html: '<p>Tea</p>',
      images: [],
      losses: { title: 'Pasted without images' },
    })
  })

  it('takes a limited number, and says how many are left out', () => {
    const many = Array.from({ length: 60 }, (_, index) => `<p><img src="https://x.example/${index}.jpg"></p>`)
    const { images, losses } = clean(many.join(''))
    expect(images).toHaveLength(50)
    expect(losses?.text).toContain('10 images could not be read.')
  })

  it.each(HOSTILE_HTML)('writes only attributes of its own: %s', (hostile) => {
    const attribute = hostile.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
    const { html } = cleanPastedHtml(
      `<figure><img src="https://x.example/a.jpg?${attribute}" alt="${attribute}"><figcaption>${hostile}</figcaption></figure>`,
    )
    for (const element of parse(html).querySelectorAll('*'))
      for (const { name, value } of element.attributes) {
        expect(name).toMatch(/^(?:class|data-(?:id|address|alt|credit)|href|start|colspan|rowspan)$/)
        if (name === 'data-address') expect(value).toMatch(/^(?:https?:|$)/)
      }
  })
})

describe('cleanPastedHtml: losses', () => {
  it.each([
    [
      'H<sub>2</sub>O <math></math><iframe src="https://video.example/1"></iframe>',
      'Pasted without embedded players and formulas',
    ],
    ['<p>Four <del>five</del></p>', 'Pasted without struck-out text'],
    ['<span style="text-decoration: line-through">five</span>', 'Pasted without struck-out text'],
    [
      '<p>Four <del datetime="2026-11-20">five</del> <ins datetime="2026-11-20">six</ins></p>',
      'Tracked changes accepted',
    ],
    ['<p><span class="msoDel"><s>five</s></span> six</p>', 'Tracked changes accepted'],
    ['<p>Four <s>five</s> <ins datetime="2026-11-20">six</ins></p>', 'Pasted without struck-out text'],
    ['<style>p { text-decoration: line-through }</style><p>Tea &lt;math&gt;</p>', undefined],
    ['<p data-masthead-copy="">Tea</p><math></math>', undefined],
  ])('says what %j loses: %s', (html, title) => {
    const { losses } = cleanPastedHtml(html)
    expect(losses?.title).toBe(title)
    if (html.includes('<ins')) expect(losses?.text).toContain('Tracked changes were accepted')
  })
})
