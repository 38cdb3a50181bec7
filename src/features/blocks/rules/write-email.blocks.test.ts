import { expect, it } from 'vitest'
import { htmlToText } from '#kernel/text/html-text.ts'
import { BLOCKS } from './blocks.ts'
import type { EmailData } from './email-form.ts'
import { readEmailTree } from './email-tree.ts'
import { writeEmailBlocks } from './write-email.ts'

const PAGE = 'https://paper.example/article/1/tea'
const upload = (name: string) => `/storage/article-images/${name}`
const RELATED = '00000000-0000-4000-8000-000000000001'

const DATA: EmailData = {
  pageUrl: PAGE,
  siteName: 'The <Courier>',
  accent: '#a80f14',
  start: 'left',
  images: new Map([
    [upload('a.jpg'), { url: 'https://paper.example/media/a.jpeg', width: 1600, height: 1000 }],
    [upload('tall.jpg'), { url: 'https://paper.example/media/tall.jpeg', width: 500, height: 2000 }],
    [upload('small.jpg'), { url: 'https://paper.example/media/small.jpeg', width: 120, height: 80 }],
  ]),
  durations: new Map([[upload('a.mp4'), '2:05']]),
  headlines: new Map([[RELATED, { title: 'Tea & <biscuits>', url: 'https://paper.example/article/2' }]]),
}

const write = (html: string, data = DATA) => writeEmailBlocks(html, data).join('')

/** As readers get them, before the data of the moment is added. */
const STORED: Readonly<Record<string, string>> = {
  Image: `<figure class="wide"><img src="${upload('a.jpg')}" alt="A &quot;ferry&quot;" width="7" height="4"><figcaption><span>At <em>dusk</em></span> <cite>Ada</cite></figcaption></figure>`,
  Gallery: `<div class="gallery"><figure><img src="${upload('a.jpg')}" alt="One" width="7" height="4"></figure><figure><img src="${upload('tall.jpg')}" alt="Two" width="7" height="4"><figcaption><span>Second</span></figcaption></figure></div>`,
  Video: `<figure class="video"><video src="${upload('a.mp4')}" width="640" height="360" poster="${upload('a.jpg')}"></video><figcaption><span>The crossing</span> <cite>Ada</cite></figcaption></figure>`,
  Audio: `<figure class="audio"><audio src="${upload('a.mp3')}"></audio><figcaption><span>The engine</span></figcaption></figure>`,
  Embed: `<figure class="embed" data-address="https://www.youtube.com/watch?v=dQw4w9WgXcQ" data-image="${upload('a.jpg')}" data-width="480" data-height="360"><p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">A song</a></p><figcaption>A singer · YouTube</figcaption></figure>`,
  'Related article': `<aside class="related" data-article="${RELATED}"><p>Related: <a href="/article/${RELATED}">Old headline</a></p></aside>`,
  'Pull quote': '<figure class="pull-quote"><p>We thought so.</p><figcaption>Maureen</figcaption></figure>',
  'Fact box': '<aside class="fact-box"><h2>In brief</h2><ul><li>Nine miles</li></ul></aside>',
  Table:
    '<figure class="sortable"><table><thead><tr><th scope="col">Station</th><th scope="col">Miles</th></tr></thead><tbody><tr><td>Garsby</td><td>9.0</td></tr></tbody></table><figcaption>The branch</figcaption></figure>',
  Chart:
    '<figure class="chart" data-chart="bar"><p><strong>Turnout</strong></p><p>Per cent</p><table><thead><tr><th scope="col">Ward</th><th scope="col">2026</th></tr></thead><tbody><tr><th scope="row">North</th><td>44%</td></tr></tbody></table><figcaption>Source: council</figcaption></figure>',
  Divider: '<hr>',
}

it('there is an email form of each block', () => {
  expect(Object.keys(STORED).sort()).toEqual(
    BLOCKS.filter(({ isPastedOnly }) => !isPastedOnly)
      .map(({ label }) => label())
      .sort(),
  )
  for (const { label, writeEmail } of BLOCKS.filter(({ isPastedOnly }) => !isPastedOnly)) {
    const html = STORED[label()] ?? ''
    const [element] = readEmailTree(html).filter((node) => typeof node !== 'string')
    expect(element && writeEmail(element, { ...DATA, write: () => '' }), label()).toBeDefined()
    expect(write(html), label()).not.toMatch(
      /<(figure|figcaption|aside|cite|video|audio|svg|iframe|picture)|class=|="\//,
    )
  }
})

it.each(['Image', 'Gallery', 'Video', 'Audio', 'Pull quote', 'Fact box', 'Table', 'Chart'])(
  'has the words of the block: %s',
  (label) => {
    const html = STORED[label] ?? ''
    const words = (text: string) =>
      htmlToText(text.replaceAll('figcaption', 'p')).match(/[\p{L}\d.%]+/gu) ?? []
    expect(words(write(html))).toEqual(expect.arrayContaining(words(html)))
  },
)

it('an image has its size in the column, its text, its caption and credit, and links to the page', () => {
  const written = write(STORED.Image ?? '')
  expect(written).toContain(
    `<a href="${PAGE}"><img src="https://paper.example/media/a.jpeg" alt="A &quot;ferry&quot;" width="552" height="345" style="display:block;width:100%;max-width:552px;height:auto;border:0"></a>`,
  )
  expect(written).toMatch(/<p style="[^"]+">At <em>dusk<\/em> · Ada<\/p>/)
})

it('an image is not enlarged, and a tall one is as high as a screen', () => {
  const image = (name: string) =>
    write(`<figure><img src="${upload(name)}" alt="x" width="1" height="1"></figure>`)
  expect(image('small.jpg')).toContain('width="120" height="80"')
  expect(image('tall.jpg')).toContain('width="200" height="800"')
})

it('a decorative image is no link, and an image that the library does not have is left out', () => {
  expect(write(`<figure><img src="${upload('a.jpg')}" alt="" width="7" height="4"></figure>`)).not.toContain(
    '<a ',
  )
  expect(
    write(`<figure><img src="${upload('gone.jpg')}" alt="x"><figcaption>Caption</figcaption></figure>`),
  ).toBe('')
  expect(write(`<p>Text <img src="${upload('gone.jpg')}" alt="x"></p>`)).toBe(
    '<p style="margin:0 0 18px">Text </p>',
  )
})

it('a gallery is its images one after another', () => {
  const written = write(STORED.Gallery ?? '')
  expect(written.match(/<img src="[^"]+"/g)).toEqual([
    '<img src="https://paper.example/media/a.jpeg"',
    '<img src="https://paper.example/media/tall.jpeg"',
  ])
  expect(written.indexOf('Second')).toBeGreaterThan(written.indexOf('tall.jpeg'))
})

it('recordings are cards that link to the page', () => {
  const video = write(STORED.Video ?? '')
  expect(video).toContain(`<a href="${PAGE}"><img src="https://paper.example/media/a.jpeg" alt="Video"`)
  expect(video).toContain('Video · 2:05')
  expect(video).toContain(
    `<a href="${PAGE}" style="color:#a80f14">Watch on <bdi>The &lt;Courier&gt;</bdi></a>`,
  )
  const audio = write(STORED.Audio ?? '')
  expect(audio).toContain('Listen on <bdi>')
  expect(audio).not.toMatch(/<img|mp3/)
})

it('an embed is a card with its image, which links to the original and to the page', () => {
  const written = write(STORED.Embed ?? '')
  expect(written).toContain(`<a href="${PAGE}"><img src="https://paper.example/media/a.jpeg" alt="YouTube"`)
  expect(written).toContain(
    '<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" style="color:#a80f14">A song</a>',
  )
  expect(written).toContain('A singer · YouTube')
  expect(written).toContain('Watch on <bdi>')
})

it('an embed from an unknown provider has its link only', () => {
  const written = write(
    '<figure class="embed" data-address="javascript:alert(1)" data-image="https://t.example/p.gif" data-width="1" data-height="1"><p><a href="javascript:alert(1)">A song</a></p></figure>',
  )
  expect(written).toContain('A song')
  expect(written).not.toMatch(/javascript|t\.example|<img/)
})

it('a related article has the headline that it has now; one that is not published is left out', () => {
  const written = write(STORED['Related article'] ?? '')
  expect(written).toContain('<a href="https://paper.example/article/2"')
  expect(written).toContain('Tea &amp; &lt;biscuits&gt;</a>')
  expect(written).not.toContain('Old headline')
  expect(writeEmailBlocks(STORED['Related article'] ?? '', { ...DATA, headlines: new Map() })).toEqual([])
})

it('the numbers of a table stand below each other, at the end of their cells', () => {
  const written = write(STORED.Table ?? '')
  expect(written).toMatch(/<table data-text-format="dataTable" width="100%"/)
  expect(written).toMatch(/<th scope="col" style="[^"]*text-align:left;[^"]*">Station/)
  expect(written).toMatch(/<td style="[^"]*text-align:right;[^"]*">9\.0/)
  const rightToLeft = write(STORED.Table ?? '', { ...DATA, start: 'right' })
  expect(rightToLeft).toMatch(/<td style="[^"]*text-align:left;[^"]*">9\.0/)
})

it('words of a table are broken only if they do not fit beside each other on a phone', () => {
  const table = (word: string) => write(`<table><tbody><tr><td>${word}</td><td>12</td></tr></tbody></table>`)
  expect(table('Northampton and others')).toContain('overflow-wrap:break-word')
  expect(table('x'.repeat(40))).toContain('overflow-wrap:anywhere')
})

it.each([
  ['columns', `<tr>${'<td>x</td>'.repeat(7)}</tr>`],
  ['spans', '<tr><td colspan="9">x</td></tr>'],
  ['rows', '<tr><td>x</td></tr>'.repeat(31)],
])('a table with too many %s is a link with its caption', (_, rows) => {
  const written = write(
    `<figure><table><tbody>${rows}</tbody></table><figcaption>All results</figcaption></figure>`,
  )
  expect(written).toContain('All results')
  expect(written).toContain(`<a href="${PAGE}" style="color:#a80f14">See the table on`)
  expect(written).not.toContain('>x<')
  const chart = write(
    `<figure class="chart" data-chart="bar"><p><strong>Turnout</strong></p><table>${rows}</table></figure>`,
  )
  expect(chart).toContain('Turnout')
  expect(chart).toContain('See the chart on')
  expect(chart).not.toContain('dataTable')
})

it('a chart is its table, with a link to the drawing', () => {
  const written = write(STORED.Chart ?? '')
  expect(written.indexOf('Turnout')).toBeLessThan(written.indexOf('44%'))
  expect(written.indexOf('44%')).toBeLessThan(written.indexOf('Source: council'))
  expect(written).toContain(`<a href="${PAGE}" style="color:#a80f14">See the chart on`)
})

it('a divider is a line', () => {
  expect(write('<hr>')).toMatch(/^<hr style="[^"]*border-top:1px solid #ddd7cd">$/)
})

it('an embed in a post of live coverage, which contains its image, has it and its link', () => {
  const written = write(
    `<figure class="embed" data-address="https://www.youtube.com/watch?v=dQw4w9WgXcQ"><img src="${upload('a.jpg')}" alt=""><p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">A song</a></p></figure>`,
  )
  expect(written).toContain('https://paper.example/media/a.jpeg')
  expect(written).toContain('>A song</a>')
})
