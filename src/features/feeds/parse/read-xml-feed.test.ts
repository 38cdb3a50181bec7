import { describe, expect, it } from 'vitest'
import { parseFeed } from './parse-feed.ts'
import type { SourceFeed, SourceItem } from './source-feed.ts'

function feedOf(text: string): SourceFeed {
  const outcome = parseFeed(text, 'https://feeds.example/all.xml')
  if (outcome.kind === 'invalid') throw new Error(outcome.reason)
  return outcome.feed
}

const NAMESPACES = [
  'xmlns:a="http://purl.org/atom/ns#"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:dcterms="http://purl.org/dc/terms/"',
  'xmlns:googleplay="http://www.google.com/schemas/play-podcasts/1.0"',
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"',
  'xmlns:media="http://search.yahoo.com/mrss/"',
  'xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/"',
  'xmlns:turbo="http://turbo.yandex.ru"',
  'xmlns:yandex="http://news.yandex.ru"',
].join(' ')

function itemOf(item: string): SourceItem | undefined {
  return feedOf(
    `<rss version="2.0" ${NAMESPACES}><channel><item><title>Kelp</title>${item}</item></channel></rss>`,
  ).items[0]
}

describe('an item of RSS with elements of other formats', () => {
  it.each([
    ['a:issued', 'published'],
    ['a:created', 'published'],
    ['dcterms:available', 'published'],
    ['dcterms:date', 'published'],
    ['prism:publicationDate', 'published'],
    ['publishDate', 'published'],
    ['a:modified', 'updated'],
    ['lastBuildDate', 'updated'],
  ] as const)('is dated by %s', (name, field) => {
    expect(itemOf(`<${name}>2024-03-01T08:30:00Z</${name}>`)?.[field]).toEqual(['2024-03-01T08:30:00Z'])
  })

  it.each([
    ['dcterms:abstract', 'descriptionHtml'],
    ['googleplay:description', 'descriptionHtml'],
    ['media:text', 'descriptionHtml'],
    ['yandex:full-text', 'contentHtml'],
    ['turbo:content', 'contentHtml'],
  ] as const)('has the text of %s', (name, field) => {
    const item = itemOf(`<itunes:subtitle/><${name}>Grown &lt;b&gt;again&lt;/b&gt;</${name}>`)
    expect(item?.[field]).toBe('Grown <b>again</b>')
  })

  it('has the identifier of Dublin Core, unless it has its own', () => {
    expect(itemOf('<dc:identifier>doi:10.9/kelp</dc:identifier>')?.guid).toBe('doi:10.9/kelp')
    expect(itemOf('<dc:identifier>doi:10.9/kelp</dc:identifier><guid>kelp</guid>')?.guid).toBe('kelp')
  })

  it.each([
    ['<author>by <a href="/ada">Ada Reed</a></author>', ['by Ada Reed']],
    ['<author><p>Ada Reed</p></author>', ['Ada Reed']],
    ['<author><name>Ada Reed</name><company>Reed Ltd</company></author>', ['Ada Reed']],
    ['<author><url>https://x.example/ada</url></author>', []],
  ])('reads the authors of %s', (author, authors) => {
    expect(itemOf(author)?.authors).toEqual(authors)
  })

  it('has the inner categories of podcasts, and keywords in an attribute', () => {
    expect(
      itemOf(`<itunes:category text="Nature"><itunes:category text="Sea"/></itunes:category>
        <itunes:keywords text="kelp,tide"/>`)?.topics,
    ).toEqual(['Nature', 'Sea', 'kelp', 'tide'])
  })

  it.each([
    '<itunes:link rel="image" href="https://x.example/kelp.jpg"/>',
    '<thumbnail>https://x.example/kelp.jpg</thumbnail>',
    '<post-thumbnail><url>https://x.example/kelp.jpg</url></post-thumbnail>',
  ])('has the cover of %s', (cover) => {
    expect(itemOf(cover)?.media).toMatchObject([{ kind: 'cover', url: 'https://x.example/kelp.jpg' }])
  })
})

describe('a link', () => {
  it.each(['?a=1&amp;b=2', '?a=1&amp;amp;b=2', '<![CDATA[?a=1&#038;b=2]]>'])('is decoded: %s', (link) => {
    expect(itemOf(`<link>${link}</link>`)?.link).toBe('?a=1&b=2')
  })

  it.each([
    ['before another written link', '<link rel="enclosure">/a.mp3</link><link rel="alternate">/kelp</link>'],
    ['without a relation', '<link rel="" href="/kelp"/>'],
    ['named by its address', '<link rel="http://www.iana.org/assignments/relation/alternate" href="/kelp"/>'],
  ])('"alternate" is found %s', (_, links) => {
    const text = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Kelp</title>${links}</entry></feed>`
    expect(feedOf(text).items[0]?.link).toBe('/kelp')
  })
})

describe('the content of an Atom entry', () => {
  const entryOf = (elements: string) =>
    feedOf(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Kelp</title>${elements}</entry></feed>`)
      .items[0]
  const PLAIN = '<content type="text">Kelp and weed</content>'
  const RICH = '<content type="text/html">&lt;p&gt;Kelp&lt;/p&gt;</content>'

  it.each([
    ['before', RICH + PLAIN],
    ['after', PLAIN + RICH],
    ['within alternatives with', `<content type="multipart/alternative">${PLAIN}${RICH}</content>`],
  ])('is HTML %s text', (_, contents) => {
    expect(entryOf(contents)?.contentHtml).toBe('<p>Kelp</p>')
  })

  it('at an address is its page or its image', () => {
    expect(entryOf('<content type="text/html" src="/kelp.html"/>')).toMatchObject({ link: '/kelp.html' })
    expect(entryOf('<content type="image/png" src="/kelp.png"/>')).toMatchObject({
      link: null,
      media: [{ url: '/kelp.png', type: 'image/png' }],
    })
  })
})

it('has each item of an RDF container', () => {
  const bag = (...items: string[]) =>
    `<r:Bag xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${items.map((item) => `<r:li>${item}</r:li>`).join('')}</r:Bag>`
  expect(
    itemOf(`<dc:subject>${bag('Sea', 'Land')}</dc:subject><dc:creator>${bag('Ada', 'Ben')}</dc:creator>`),
  ).toMatchObject({ topics: ['Sea', 'Land'], authors: ['Ada', 'Ben'] })
})

it.each(['application/x-unknown', 'text/markdown', 'TEXT', 'plain', ''])(
  'reads a title of the media type "%s" as text',
  (type) => {
    const entry = `<entry><title type="${type}">Kelp &amp; tides</title><id>urn:1</id></entry>`
    const { items } = feedOf(`<feed xmlns="http://www.w3.org/2005/Atom">${entry}</feed>`)
    expect(items).toMatchObject([{ title: { value: 'Kelp & tides' } }])
  },
)

it('has the title of Atom in a channel without another', () => {
  const text = `<rss ${NAMESPACES}><channel><a:title>Tides</a:title><item><title>Kelp</title></item></channel></rss>`
  expect(feedOf(text).title?.value).toBe('Tides')
})

describe('a namespace', () => {
  it.each([
    ['with https', 'm', 'https://www.itunes.com/dtds/podcast-1.0.dtd', '<m:image href="/kelp.jpg"/>'],
    [
      'without "www."',
      'itunes',
      'http://itunes.com/dtds/podcast-1.0.dtd',
      '<itunes:image href="/kelp.jpg"/>',
    ],
    ['at a wrong address', 'media', 'http://search.yahoo.com/rss/', '<media:thumbnail url="/kelp.jpg"/>'],
  ])('%s is that of its usual prefix', (_, prefix, uri, image) => {
    const text = `<rss xmlns:${prefix}="${uri}"><channel><item><title>Kelp</title>${image}</item></channel></rss>`
    expect(feedOf(text).items[0]?.media).toMatchObject([{ url: '/kelp.jpg' }])
  })

  it('that is unknown is that of RSS if it is the default one of RDF', () => {
    const text = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/3.0/">
      <channel><title>Tides</title></channel><item><title>Kelp</title></item></rdf:RDF>`
    expect(feedOf(text)).toMatchObject({ title: { value: 'Tides' }, items: [{ title: { value: 'Kelp' } }] })
  })

  it('that is unknown has no meaning on an element of an item', () => {
    const title = '<title xmlns="urn:additions">Post 4</title><x:title xmlns:x="urn:x">Post 5</x:title>'
    expect(itemOf(title)?.title?.value).toBe('Kelp')
  })
})

it.each(['&#146;', '&#x92;', '\u0092', '<![CDATA[&#146;]]>'])(
  'reads %j as an apostrophe of Windows',
  (mark) => {
    const { title } = feedOf(`<rss><channel><title>The sea${mark}s kelp</title></channel></rss>`)
    expect(title?.value).toBe('The sea’s kelp')
  },
)

it.each([
  ['&#55357;&#56613;', '🔥'],
  ['&#xD83D;&#xdd25;', '🔥'],
  ['&#55357;&#57344;', '\uFFFD\uE000'],
  ['&#xD83D;&#xE000;', '\uFFFD\uE000'],
])('reads %s, references to the halves of an emoji, as %j', (references, text) => {
  const { title } = feedOf(`<rss><channel><title>Fire ${references}</title></channel></rss>`)
  expect(title?.value).toBe(`Fire ${text}`)
})
