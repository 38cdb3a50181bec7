import { describe, expect, it } from 'vitest'
import { articlesOf, lossesOf, openZip, readZip } from '../testing/open-zip.ts'
import { openFolder } from './folder-source.server.ts'
import { keyOf } from './import-ids.server.ts'

const read = (contents: Record<string, string>) =>
  readZip(
    openFolder,
    Object.entries(contents).map(([name, content]) => ({ name, content })),
  )

const namesOf = (items: Awaited<ReturnType<typeof read>>) =>
  items.flatMap((item) =>
    item.kind === 'person' || item.kind === 'topic' || item.kind === 'category'
      ? [`${item.kind} ${item.name}`]
      : [],
  )

it('reads a site of Hugo', async () => {
  const items = await read({
    'site-main/hugo.toml': 'baseURL = "https://old.example/"\n',
    'site-main/README.md': '# The site',
    'site-main/layouts/index.html': '<p>x</p>',
    'site-main/content/news/_index.md': '---\ntitle: News\n---\n',
    'site-main/content/news/harbour-wall/index.md': `+++
title = "Harbour wall"
description = "It cost £4m"
date = 2024-05-01T10:00:00+02:00
tags = ["Sea", "Ships"]
authors = ["Ada Lane"]
aliases = ["/old-wall/"]
rating = 5
[cover]
image = "lead.jpg"
alt = "A wall"
+++

See [the plan](../plan.md) and ![](/img/map.png)

![Sea](sea.jpg)
`,
    'site-main/content/news/harbour-wall/lead.jpg': 'image',
    'site-main/content/news/harbour-wall/sea.jpg': 'image',
    'site-main/static/img/map.png': 'image',
    'site-main/content/news/plan.md': '---\ntitle: Plan\ndraft: true\ndate: 2024-05-02\n---\nLater',
    'site-main/content/about.md': '---\ntitle: About\nlayout: page\ndate: 2020-01-01\n---\nUs',
  })
  const folder = 'site-main/content/news/harbour-wall'
  expect(articlesOf(items)).toMatchObject([
    {
      key: 'content/about.md',
      type: 'page',
      addresses: ['/about/', '/about.html'],
      category: null,
    },
    {
      key: 'content/news/harbour-wall/index.md',
      type: 'post',
      addresses: ['/news/harbour-wall/', '/news/harbour-wall.html', '/old-wall/'],
      title: 'Harbour wall',
      standfirst: 'It cost £4m',
      state: 'published',
      publishedAt: '2024-05-01T08:00:00.000Z',
      people: ['ada-lane'],
      topics: ['sea', 'ships'],
      category: 'news',
      slug: 'harbour-wall',
      image: { address: `${folder}/lead.jpg`, alt: 'A wall' },
      html: expect.stringMatching(
        `^<p>See <a href="/news/plan/">the plan</a> and</p><figure><img src="site-main/static/img/map.png"></figure>\\s*<figure><img src="${folder}/sea.jpg" alt="Sea"></figure>$`,
      ),
    },
    { key: 'content/news/plan.md', state: 'draft', publishedAt: null },
  ])
  expect(namesOf(items)).toEqual(['person Ada Lane', 'category News', 'topic Sea', 'topic Ships'])
  expect(lossesOf(items)).toEqual([
    '1 other fields of front matter: rating',
    '1 pages of sections: site-main/content/news/_index.md',
  ])
})

it('reads a site of Jekyll', async () => {
  const items = await read({
    '_config.yml': 'url: https://old.example\n',
    '_layouts/post.html': '---\nlayout: default\n---\n{{ content }}',
    '_posts/2024-05-01-harbour-wall.md':
      '---\nlayout: post\ntitle: Harbour wall\ncategories: [Sport, Sea]\nexcerpt: Short\n---\n![A]({{ site.baseurl }}/assets/a.jpg)\n[b]({% post_url 2024-04-01-plan %})',
    '_posts/2024-04-01-plan.html': '---\ntitle: Plan\npermalink: /plan.html\n---\n<p>Later</p>',
    '_drafts/idea.md': '# Idea\n\nText',
    'assets/a.jpg': 'image',
    'index.html': '<html><body>built</body></html>',
  })
  expect(articlesOf(items)).toMatchObject([
    { title: 'Idea', state: 'draft', html: '<p>Text</p>' },
    {
      title: 'Plan',
      addresses: ['/plan.html'],
      publishedAt: '2024-04-01T00:00:00.000Z',
      html: '<p>Later</p>',
    },
    {
      addresses: [
        '/sport/sea/2024/05/01/harbour-wall.html',
        '/2024/05/01/harbour-wall.html',
        '/sport/sea/2024/05/01/harbour-wall/',
        '/2024/05/01/harbour-wall/',
      ],
      state: 'published',
      category: 'sport',
      topics: ['sea'],
      html: expect.stringContaining('<img src="assets/a.jpg" alt="A">'),
    },
  ])
  expect(articlesOf(items)[2]?.html).toContain('<a href="/plan.html">b</a>')
})

it('reads a vault of Obsidian', async () => {
  const items = await read({
    'vault/Harbour wall.md':
      '---\ndate: 2024-05-01\n---\nSee [[The plan|it]] ![[sea.jpg]]\n\n> [!tip] Go\n> Now',
    'vault/notes/The plan.md': 'A [file](../files/plan.pdf)',
    'vault/files/sea.jpg': 'image',
    'vault/files/plan.pdf': 'pdf',
  })
  expect(articlesOf(items)).toMatchObject([
    {
      title: 'Harbour wall',
      state: 'published',
      html: expect.stringContaining('<figure><img src="vault/files/sea.jpg"></figure>'),
    },
    { title: 'The plan', state: 'draft' },
  ])
  const html = articlesOf(items)[0]?.html
  expect(html).toContain('<a href="/notes/The%20plan/">it</a>')
  expect(html).toContain('<aside class="fact-box"><h2>Go</h2>')
  expect(lossesOf(items)).toEqual(['1 files for download, which are not imported: vault/files/plan.pdf'])
})

it('takes the headline from the first heading, or removes a heading that repeats it', async () => {
  const items = await read({
    'a.md': '---\ntitle: Bread & "butter"\n---\n# Bread & *"butter"*\n\nText',
    'b.md': '# Salt & pepper\n\nText',
    'c.md': '---\ntitle: Tea\n---\n# Coffee\n\nText',
  })
  expect(articlesOf(items).map(({ title, html }) => [title, html])).toEqual([
    ['Bread & "butter"', '<p>Text</p>'],
    ['Salt & pepper', '<p>Text</p>'],
    ['Tea', '<h2>Coffee</h2><p>Text</p>'],
  ])
})

it('reads pages of HTML', async () => {
  const items = await read({
    'old/wall.html': `<!doctype html><html><head><title>Wall – Paper</title><meta name="description" content="About it"><meta property="article:published_time" content="2024-05-01T10:00:00Z"><meta name="author" content="Ada"><link rel="canonical" href="https://old.example/2024/wall"></head>
      <body><nav><a href="/">Home</a></nav><article><h1>Wall</h1><p>Text <img src="wall.jpg" alt="A"></p></article><footer>x</footer></body></html>`,
    'old/wall.jpg': 'image',
  })
  expect(articlesOf(items)).toMatchObject([
    {
      title: 'Wall',
      standfirst: 'About it',
      state: 'published',
      addresses: ['/2024/wall'],
      people: ['ada'],
      html: '<p>Text</p><figure><img src="old/wall.jpg" alt="A"></figure>',
    },
  ])
})

it('tells long names and paths apart', async () => {
  const long = 'a'.repeat(210)
  const page = `---\ntags: [${long}b, ${long}c]\n---\nText`
  const items = await read({ [`x/${long}.md`]: page, [`y/${long}.md`]: page })
  expect(new Set(articlesOf(items).map(keyOf)).size).toBe(2)
  expect(namesOf(items).slice(-2)).toEqual([`topic ${long}b`, `topic ${long}c`])
})

describe('archives', () => {
  it('contain the images that texts name, and no others', async () => {
    await using source = await openZip(openFolder, [
      { name: 'a/post.md', content: '![](../../../etc/passwd) ![](b.jpg)' },
      { name: 'a/b.jpg', content: 'image' },
    ])
    const items = await Array.fromAsync(source?.items() ?? [])
    expect(articlesOf(items)[0]?.html).toContain('<img src="a/b.jpg">')
    expect(await source?.readFile('../../../etc/passwd')).toBeNull()
    const content = await source?.readFile('a/b.jpg')
    expect(Buffer.concat(await Array.fromAsync(content ?? [])).toString()).toBe('image')
    expect(await Array.fromAsync(source?.items() ?? [])).toEqual(items)
  })

  it('may have front matter that cannot be read', async () => {
    const items = await read({ 'a.md': '---\na: [\n---\nText' })
    expect(articlesOf(items)).toMatchObject([{ title: 'A', html: '<p>Text</p>' }])
    expect(lossesOf(items)).toEqual(['1 front matter that cannot be read: a.md'])
  })

  it('may have a page that is nested too deeply, which does not stop the site', async () => {
    const [deep, started] = [200_000, performance.now()]
    const text = `<p>Text</p>${'<div>'.repeat(deep)}x${'</div>'.repeat(deep)}`
    const items = await read({ 'a.html': `<!doctype html><html><body>${text}</body></html>` })
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(articlesOf(items)[0]?.html).toMatch(/^<p>Text<\/p>/)
    expect(lossesOf(items)).toEqual([
      expect.stringMatching(/^1 ends of texts that are too long or nested too deeply/),
    ])
  })

  it('without texts are left to others', async () => {
    expect(await openZip(openFolder, [{ name: 'a.jpg', content: 'x' }])).toBeNull()
    expect(await openZip(openFolder, [{ name: 'README.md', content: 'x' }])).toBeNull()
  })
})
