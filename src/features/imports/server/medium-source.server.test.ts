import { expect, it } from 'vitest'
import { articlesOf, lossesOf, openZip, readZip } from '../testing/open-zip.ts'
import { openMedium } from './medium-source.server.ts'

function page(body: string, { title = 'Harbour wall', subtitle = '', tags = '', published = true } = {}) {
  const date = published
    ? '<p>By <a href="https://medium.com/@ada" class="p-author h-card">Ada Lane</a> on <a href="https://medium.com/p/abcdef123456"><time class="dt-published" datetime="2018-08-11T11:23:34.123Z">August 11</time></a>.</p><p><a href="https://blog.example/harbour-wall-abcdef123456" class="p-canonical">Canonical link</a></p>'
    : ''
  return `<!DOCTYPE html><html><head><title>${title}</title></head><body><article class="h-entry"><header><h1 class="p-name">${title}</h1></header>
    <section data-field="subtitle" class="p-summary">${subtitle}</section><section data-field="body" class="e-content">
    <section name="a" class="section section--body section--first"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner sectionLayout--insetColumn">${body}</div></div></section>
    </section><footer>${tags && `<p class="p-tags">Tagged in ${tags}</p>`}${date}<p>Exported from <a href="https://medium.com">Medium</a>.</p></footer></article></body></html>`
}

const NAME = 'posts/2018-08-11_Harbour-wall-abcdef123456.html'
const TITLE = '<h3 name="t" class="graf graf--h3 graf--leading graf--title">Harbour wall</h3>'

async function convert(body: string) {
  const items = await readZip(openMedium, [{ name: NAME, content: page(TITLE + body) }])
  return { html: articlesOf(items)[0]?.html, lost: lossesOf(items) }
}

it('reads posts with their people, tags, dates, addresses and lead images', async () => {
  const body = `${TITLE}<h4 class="graf graf--h4 graf-after--h3 graf--subtitle">It cost £4m</h4>
    <figure class="graf graf--figure graf--layoutFillWidth"><div class="aspectRatioPlaceholder"><img class="graf-image" data-width="3200" alt="A wall" src="https://cdn-images-1.medium.com/max/800/a.jpeg"></div><figcaption class="imageCaption">In <em>May</em></figcaption></figure>
    <p class="graf graf--p">Text <a href="https://x.example/" data-href="https://x.example/" class="markup--anchor">x</a></p>`
  const tags = '<a href="https://medium.com/tag/sea" class="p-tag">Sea</a>'
  const items = await readZip(openMedium, [
    { name: NAME, content: page(body, { subtitle: 'It cost £4m', tags }) },
    {
      name: 'posts/draft_Plan-0123456789ab.html',
      content: page('<p class="graf graf--p">Later</p>', { title: 'Plan', published: false }),
    },
    {
      name: 'posts/2018-08-12_So-true-bbbbbbbbbbbb.html',
      content: page('<p class="graf graf--p graf--leading">So true</p>', { title: 'So true' }).replaceAll(
        'abcdef123456',
        'bbbbbbbbbbbb',
      ),
    },
    { name: 'profile/profile.html', content: '<p>x</p>' },
  ])
  expect(articlesOf(items)).toMatchObject([
    {
      key: 'abcdef123456',
      addresses: ['https://blog.example/harbour-wall-abcdef123456'],
      title: 'Harbour wall',
      standfirst: 'It cost £4m',
      slug: 'harbour-wall',
      state: 'published',
      publishedAt: '2018-08-11T11:23:34.123Z',
      people: ['https://medium.com/@ada'],
      topics: ['https://medium.com/tag/sea'],
      image: { address: 'https://cdn-images-1.medium.com/max/2560/a.jpeg', alt: 'A wall', caption: 'In May' },
      html: '<p>Text <a href="https://x.example/">x</a></p>',
    },
    { key: 'bbbbbbbbbbbb', state: 'draft', html: '<p>So true</p>' },
    {
      key: '0123456789ab',
      state: 'draft',
      slug: 'Plan',
      publishedAt: null,
      html: '<p>Later</p>',
      people: [],
    },
  ])
  expect(items.filter(({ kind }) => kind === 'person' || kind === 'topic')).toMatchObject([
    { kind: 'person', name: 'Ada Lane', links: ['https://medium.com/@ada'] },
    { kind: 'topic', name: 'Sea' },
  ])
  expect(lossesOf(items)).toEqual([
    '1 texts without a headline, such as responses, which become drafts: So true',
    '1 pages about the account, such as bookmarks and claps: profile/profile.html',
  ])
})

it.each([
  [
    '<div class="graf graf--mixtapeEmbed"><a href="https://x.example/" class="markup--anchor markup--mixtapeEmbed-anchor"><strong class="markup--strong">X</strong><br><em class="markup--em">About x</em>x.example</a><a href="https://x.example/" class="js-mixtapeImage mixtapeImage"></a></div>',
    '<p><a href="https://x.example/"><strong>X</strong></a><br>About x</p>',
  ],
  [
    '<blockquote class="graf graf--pullquote">Tea <em>now</em></blockquote>',
    '<figure class="pull-quote"><p>Tea <em>now</em></p></figure>',
  ],
  [
    '<p class="graf graf--p">a</p></div><div class="section-inner sectionLayout--outsetRow"><figure class="graf graf--figure"><img src="https://x.example/a.jpg"></figure><figure class="graf graf--figure"><img src="https://x.example/b.jpg"></figure></div><div class="section-inner">',
    '<p>a</p><div class="gallery"><figure><img src="https://x.example/a.jpg"></figure><figure><img src="https://x.example/b.jpg"></figure></div>',
  ],
  [
    '<p class="graf graf--p">a</p></div></div></section><section class="section"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner"><p class="graf graf--p">b</p>',
    '<p>a</p><hr><p>b</p>',
  ],
  ['<pre class="graf graf--pre"><span class="pre--content">a &lt; b</span></pre>', '<pre>a &lt; b</pre>'],
])('reads %s', async (body, html) => {
  expect(await convert(body)).toEqual({ html, lost: [] })
})

it('reads players and code of others', async () => {
  const player =
    'https://cdn.embedly.com/widgets/media.html?src=https%3A%2F%2Fwww.youtube.com%2Fembed%2FdQw4w9WgXcQ&url=https%3A%2F%2Fwww.youtube.com'
  const { html, lost } = await convert(
    `<figure class="graf graf--figure graf--iframe"><iframe src="${player}"></iframe></figure><figure class="graf graf--figure graf--iframe"><script src="https://gist.github.com/a/0123.js"></script></figure>`,
  )
  expect(html).toContain('<figure class="embed" data-address="https://www.youtube.com/watch?v=dQw4w9WgXcQ">')
  expect(html).toContain('<p><a href="https://gist.github.com/a/0123">https://gist.github.com/a/0123</a></p>')
  expect(lost).toEqual(['1 embeds that become links: https://gist.github.com/a/0123'])
})

it('leaves other archives to others', async () => {
  expect(await openZip(openMedium, [{ name: 'posts/a.html', content: '<p>a</p>' }])).toBeNull()
  expect(await openZip(openMedium, [{ name: 'a.md', content: 'a' }])).toBeNull()
})

it('reads the beginning of a post that is nested too deeply', async () => {
  const deep = `<p class="graf graf--p">Text</p>${'<div>'.repeat(200_000)}`
  expect(await convert(deep)).toEqual({
    html: '<p>Text</p>',
    lost: ['1 ends of texts that are too long or nested too deeply: Harbour wall'],
  })
})
