import { describe, expect, it } from 'vitest'
import type { ImportItem } from '../rules/import-item.ts'
import { articlesOf as articles, lossesOf as lost, openZip, readZip } from '../testing/open-zip.ts'
import { openGhost } from './ghost-source.server.ts'
import { keyOf } from './import-ids.server.ts'

type File = { name: string; content: string }

async function open(json: string, others: File[] = []) {
  const source = await openZip(openGhost, [{ name: 'site.ghost.json', content: json }, ...others])
  if (!source) throw new Error('It is not recognised')
  return source
}

const readItems = (data: object, others: File[] = []) =>
  readZip(openGhost, [
    { name: 'site.ghost.json', content: JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data }] }) },
    ...others,
  ])

const POST = {
  id: 'p1',
  uuid: 'u1',
  title: 'Harbour wall opens',
  slug: 'harbour-wall',
  html: '<p>Text</p>',
  type: 'post',
  status: 'published',
  visibility: 'public',
  created_at: '2024-05-01T08:00:00.000Z',
  updated_at: '2024-05-03T08:00:00.000Z',
  published_at: '2024-05-02T08:00:00.000Z',
}

const paragraph = (text: string, url?: string) => {
  const content = { type: 'extended-text', text }
  return { type: 'paragraph', children: [url ? { type: 'link', url, children: [content] } : content] }
}

describe('posts', () => {
  it('keep texts, people, topics, image, dates, addresses and search fields', async () => {
    const lexical = JSON.stringify({
      root: {
        children: [
          { type: 'extended-heading', tag: 'h2', children: [{ type: 'text', text: 'The works' }] },
          paragraph('See', '__GHOST_URL__/plan/'),
          {
            type: 'image',
            src: '__GHOST_URL__/content/images/2024/05/wall.jpg',
            alt: 'A wall',
            caption: 'In <b>May</b>',
          },
          { type: 'html', html: '<img src="__GHOST_URL__/content/images/b.jpg">' },
        ],
      },
    })
    const items = await readItems({
      posts: [
        {
          ...POST,
          lexical,
          custom_excerpt: 'It cost £4m.',
          feature_image: '__GHOST_URL__/content/images/2024/05/lead.jpg',
          canonical_url: 'https://first.example/wall',
        },
      ],
      posts_meta: [
        {
          post_id: 'p1',
          feature_image_alt: 'The sea',
          feature_image_caption: 'By <a href="https://x.example">Ada</a>',
          meta_title: 'Wall',
          meta_description: 'About the wall',
          og_title: 'Wall!',
          og_description: 'Look',
        },
      ],
      tags: [
        { id: 't1', name: 'Harbour', slug: 'harbour', description: 'Ships', visibility: 'public' },
        { id: 't2', name: '#internal', slug: 'hash-internal', visibility: 'internal' },
        { id: 't3', name: 'Sea', slug: 'sea' },
      ],
      posts_tags: [
        { post_id: 'p1', tag_id: 't3', sort_order: 2 },
        { post_id: 'p1', tag_id: 't2', sort_order: 1 },
        { post_id: 'p1', tag_id: 't1', sort_order: 0 },
      ],
      users: [
        {
          id: 'a1',
          name: 'Ada Lane',
          slug: 'ada',
          bio: 'Writes',
          website: 'https://ada.example',
          twitter: '@ada',
          email: 'ada@x.example',
          password: 'hash',
        },
        { id: 'a2', name: 'Bo Roe', slug: 'bo' },
      ],
      posts_authors: [
        { post_id: 'p1', author_id: 'a2', sort_order: 1 },
        { post_id: 'p1', author_id: 'a1', sort_order: 0 },
      ],
    })
    expect(articles(items)).toEqual([
      {
        kind: 'article',
        key: 'p1',
        type: 'post',
        addresses: ['/harbour-wall/', '/harbour-wall/amp/'],
        title: 'Harbour wall opens',
        standfirst: 'It cost £4m.',
        html:
          '<h2>The works</h2><p><a href="/plan/">See</a></p>' +
          '<figure><img src="/content/images/2024/05/wall.jpg" alt="A wall"><figcaption><span>In <b>May</b></span></figcaption></figure>' +
          '<figure><img src="/content/images/b.jpg"></figure>',
        state: 'published',
        createdAt: '2024-05-01T08:00:00.000Z',
        publishedAt: '2024-05-02T08:00:00.000Z',
        updatedAt: '2024-05-03T08:00:00.000Z',
        people: ['a1', 'a2'],
        topics: ['t3'],
        category: 't1',
        image: { address: '/content/images/2024/05/lead.jpg', alt: 'The sea', caption: 'By Ada', credit: '' },
        slug: 'harbour-wall',
        searchTitle: 'Wall',
        searchDescription: 'About the wall',
        socialTitle: 'Wall!',
        canonicalUrl: 'https://first.example/wall',
        isUnlisted: false,
        language: null,
      },
    ])
    expect(items.filter(({ kind }) => kind === 'person')).toEqual([
      {
        kind: 'person',
        key: 'a1',
        addresses: ['/author/ada/', '/author/ada/rss/'],
        name: 'Ada Lane',
        slug: 'ada',
        biography: 'Writes',
        links: ['https://ada.example/', 'https://x.com/ada'],
        image: null,
      },
      expect.objectContaining({ key: 'a2', name: 'Bo Roe' }),
    ])
    expect(
      items.flatMap((item) =>
        item.kind === 'topic' || item.kind === 'category' ? [`${item.kind} ${item.name}`] : [],
      ),
    ).toEqual(['category Harbour', 'topic Sea'])
    expect(JSON.stringify(items)).not.toContain('hash')
    expect(lost(items)).toEqual(['1 internal tags: #internal', '1 descriptions for social networks: Look'])
    const kinds = items.map(({ kind }) => kind)
    expect(kinds.lastIndexOf('topic')).toBeLessThan(kinds.indexOf('article'))
  })

  it('read Mobiledoc, and HTML without a document', async () => {
    const mobiledoc = JSON.stringify({ markups: [], sections: [[1, 'p', [[0, [], 0, 'Old']]]] })
    const items = await readItems({
      posts: [
        { ...POST, mobiledoc, lexical: null },
        { ...POST, id: 'p2', mobiledoc: null, html: '<p><a href="__GHOST_URL__/x/">Older</a></p>' },
        { ...POST, id: 3, type: 'page', lexical: 'broken' },
      ],
    })
    expect(articles(items).map(({ key, type, html }) => [key, type, html])).toEqual([
      ['p1', 'post', '<p>Old</p>'],
      ['p2', 'post', '<p><a href="/x/">Older</a></p>'],
      ['3', 'page', '<p>Text</p>'],
    ])
  })

  it.each([
    [{ status: 'draft', published_at: null }, 'draft', []],
    [{ status: 'scheduled', published_at: '2027-01-01 06:00:00' }, 'scheduled', []],
    [
      { visibility: 'paid' },
      'draft',
      ['1 articles for members only, which become drafts: Harbour wall opens'],
    ],
    [
      { visibility: 'members' },
      'draft',
      ['1 articles for members only, which become drafts: Harbour wall opens'],
    ],
    [{ status: 'sent' }, 'draft', ['1 articles sent by email only, which become drafts: Harbour wall opens']],
    [{ codeinjection_head: '<style>a</style>x' }, 'published', ['1 articles with code injection: x']],
  ])('%j are %s', async (fields, state, expected) => {
    const items = await readItems({ posts: [{ ...POST, ...fields }] })
    expect(articles(items).map((article) => article.state)).toEqual([state])
    expect(lost(items)).toEqual(expected)
  })
})

describe('subscribers', () => {
  const subscribers = (items: ImportItem[]) =>
    items.flatMap((item) => (item.kind === 'subscriber' ? [[item.email, item.consent]] : []))

  it('of Ghost 5 and 6 have agreed to the newsletters that they receive', async () => {
    const items = await readItems({
      members: [
        { id: 'm1', email: 'in@a.example', name: 'Ada', created_at: '2024-01-01T00:00:00.000Z' },
        { id: 'm2', email: 'out@a.example' },
        { id: 'm3', email: 'bounced@a.example', email_disabled: 1 },
      ],
      members_newsletters: [
        { member_id: 'm1', newsletter_id: 'n1' },
        { member_id: 'm3', newsletter_id: 'n1' },
      ],
    })
    expect(subscribers(items)).toEqual([
      ['in@a.example', 'given'],
      ['out@a.example', 'withdrawn'],
      ['bounced@a.example', 'withdrawn'],
    ])
  })

  it('of Ghost 4 have a mark, and others are unknown', async () => {
    const items = await readItems({
      members: [
        { id: 'm1', email: 'in@a.example', subscribed: 1 },
        { id: 'm2', email: 'out@a.example', subscribed: false },
        { id: 'm3', email: 'other@a.example' },
      ],
    })
    expect(subscribers(items)).toEqual([
      ['in@a.example', 'given'],
      ['out@a.example', 'withdrawn'],
      ['other@a.example', 'unknown'],
    ])
  })

  it('of a list of members are read like those of an imported file', async () => {
    const content =
      'id,email,name,note,subscribed_to_emails,complimentary_plan,created_at,deleted_at\n' +
      '1,in@a.example,Ada,,true,false,2024-01-02T03:04:05.000Z,\n2,out@a.example,Bo,,false,true,2024-01-02T03:04:05.000Z,\n3,not an address,,,true,,,\n'
    const items = await readItems({}, [{ name: 'members.2026-11-29.csv', content }])
    expect(subscribers(items)).toEqual([
      ['in@a.example', 'given'],
      ['out@a.example', 'withdrawn'],
    ])
    expect(lost(items)).toEqual(['1 subscribers without a valid email address: not an address'])
  })

  it('are not read from a list with undecided columns', async () => {
    const content = 'email,Newsletter ok\nin@a.example,perhaps\nout@a.example,never\n'
    const items = await readItems({}, [{ name: 'members.csv', content }])
    expect(subscribers(items)).toEqual([])
    expect(lost(items)).toEqual([
      '2 subscribers: Import members.csv under Newsletter, Subscribers, and decide what these columns mean: “Newsletter ok”',
    ])
  })
})

it('reads redirects without patterns', async () => {
  const redirects = [
    { from: '^/old/?$', to: '/new/', permanent: true },
    { from: '/a', to: 'https://x.example/', permanent: false },
    { from: '^/(.*)/amp$', to: '/$1' },
  ]
  const items = await readItems({}, [
    { name: 'content/data/redirects.json', content: JSON.stringify(redirects) },
  ])
  expect(
    items.flatMap((item) => (item.kind === 'redirect' ? [[item.from, item.to, item.status]] : [])),
  ).toEqual([
    ['/rss/', '/feed.xml', 301],
    ['/old', '/new/', 301],
    ['/a', 'https://x.example/', 302],
  ])
  expect(lost(items)).toEqual(['1 redirects with patterns: /(.*)/amp → /$1'])
})

it('tells items with long addresses apart', async () => {
  const long = (end: string) => `/${'a'.repeat(300)}/${end}`
  const items = await readItems(
    { posts: ['b', 'c'].map((slug) => ({ ...POST, id: null, uuid: null, slug: long(slug) })) },
    [
      {
        name: 'content/data/redirects.json',
        content: JSON.stringify(['b', 'c'].map((end) => ({ from: long(end), to: '/new/' }))),
      },
    ],
  )
  const keys = items.flatMap((item) => (item.kind === 'loss' ? [] : [`${item.kind} ${keyOf(item)}`]))
  expect(keys).toHaveLength(5)
  expect(new Set(keys).size).toBe(5)
})

it('opens images and other files of the archive', async () => {
  await using source = await open('{"data":{}}', [
    { name: 'site/content/images/2024/05/wäll.jpg', content: 'image' },
    { name: 'media/talk.mp3', content: 'audio' },
  ])
  const read = async (address: string) => {
    const content = await source.readFile(address)
    return content && Buffer.concat(await Array.fromAsync(content)).toString()
  }
  expect(await read('/content/images/2024/05/w%C3%A4ll.jpg')).toBe('image')
  expect(await read('https://old.example/content/images/size/w600/2024/05/wäll.jpg?v=1')).toBe('image')
  expect(await read('/content/media/talk.mp3')).toBe('audio')
  expect(await read('/content/images/../../site.ghost.json')).toBeNull()
  expect(await read('https://images.unsplash.com/photo-1')).toBeNull()
})

describe('files', () => {
  it('are the same in each reading, with and without the wrapper of the API', async () => {
    const data = { posts: [POST, { ...POST, id: 'p2' }], tags: [{ id: 't1', name: 'Sea' }] }
    await using source = await open(`\uFEFF${JSON.stringify({ meta: {}, data })}`)
    const first = await Array.fromAsync(source.items())
    expect(await Array.fromAsync(source.items())).toEqual(first)
    expect(await readItems(data)).toEqual(first)
  })

  it.each([
    ['{"data":{"posts":[{"id":"1"', 'The JSON file is incomplete'],
    ['{"data":{"posts":[{"id":x}]}}', 'The JSON file is damaged'],
    [`{"data":{"posts":[${'['.repeat(1_000_000)}`, 'The JSON file is nested too deeply'],
    [
      `{"data":{"posts":[{"id":"1","html":"${'x'.repeat(33_000_000)}"}]}}`,
      'A record of the JSON file is larger than 32 MB',
    ],
    [`{"data":{"x":"${'x'.repeat(33_000_000)}"}}`, 'A record of the JSON file is larger than 32 MB'],
  ])('that are damaged or hostile are refused: %#', async (json, message) => {
    await using source = await open(json)
    await expect(Array.fromAsync(source.items())).rejects.toThrow(message)
  })

  it('may have rows of any kind', async () => {
    const odd = [
      null,
      1,
      'x',
      [],
      {},
      { id: {} },
      { id: 1, name: [], title: 3, slug: null, lexical: 5, status: [] },
    ]
    const tables = [
      'posts',
      'tags',
      'users',
      'posts_tags',
      'posts_authors',
      'posts_meta',
      'members',
      'members_newsletters',
      '__proto__',
    ]
    const items = await readItems(Object.fromEntries(tables.map((table) => [table, odd])))
    expect(articles(items)).toMatchObject([{ key: '1', title: '3', state: 'draft', html: '' }])
  })
})
