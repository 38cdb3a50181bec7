import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ImportedArticle, ImportItem } from '../../rules/import-item.ts'
import { articlesOf } from '../../testing/open-zip.ts'
import { WXR_NAMES, type WxrPost, writeWxr } from '../../testing/write-wxr.ts'
import { openSource, paperOf } from '../open-source.server.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'wordpress-'))
})

afterEach(() => rm(dir, { recursive: true }))

async function read(xml: string): Promise<ImportItem[]> {
  const path = join(dir, 'export.xml')
  await writeFile(path, xml)
  await using source = await openSource(path)
  return Array.fromAsync(source.items())
}

async function readPost(post: Partial<WxrPost>, others: WxrPost[] = []) {
  const items = await read(writeWxr([{ id: 1, ...post }, ...others]))
  const article = items.find((item): item is ImportedArticle => item.kind === 'article')
  const lost = Object.fromEntries(
    items.flatMap((item) => (item.kind === 'loss' ? [[item.what, item.count]] : [])),
  )
  return { ...article, lost }
}

const photo: WxrPost = {
  id: 20,
  type: 'attachment',
  status: 'inherit',
  attachment: 'https://courier.example/wp-content/uploads/2019/05/photo.jpg',
  excerpt: 'Boats',
  meta: { _wp_attachment_image_alt: 'A harbour' },
}
const other: WxrPost = {
  ...photo,
  id: 21,
  parent: 1,
  attachment: photo.attachment?.replace('photo', 'other') ?? '',
  excerpt: '',
  meta: {},
}
const PHOTO = 'https://courier.example/wp-content/uploads/2019/05/photo.jpg'
const OTHER = PHOTO.replace('photo', 'other')

it('reads authors, categories, tags and a post with everything that it has', async () => {
  const items = await read(
    writeWxr(
      [
        {
          id: 12,
          title: 'Tea &amp; <em>cake</em>',
          excerpt: 'In short',
          content: 'First line\nsecond line\n\nNext <strong>paragraph</strong>',
          modified: '2020-01-02 03:04:05',
          terms:
            '<category domain="category" nicename="sport"><![CDATA[Sport]]></category><category domain="category" nicename="boats"><![CDATA[Boats]]></category><category domain="post_tag" nicename="tides"><![CDATA[Tides]]></category><category domain="language" nicename="cy"><![CDATA[Cymraeg]]></category>',
          meta: {
            _thumbnail_id: '20',
            _wp_old_slug: 'former-name',
            _yoast_wpseo_title: 'For search',
            _yoast_wpseo_metadesc: '%%excerpt%%',
            '_yoast_wpseo_meta-robots-noindex': '1',
          },
          comments: 3,
        },
        photo,
      ],
      WXR_NAMES,
    ),
  )
  const find = (kind: string) => items.filter((item) => item.kind === kind)
  expect(find('person')).toMatchObject([
    {
      key: 'ann',
      name: 'Ann Author',
      slug: 'ann',
      addresses: expect.arrayContaining(['/author/ann/', '/?author=7']),
    },
  ])
  expect(find('category')).toMatchObject([
    {
      key: 'sport',
      name: 'Sport & Play',
      addresses: expect.arrayContaining(['/category/sport/', '/?cat=3']),
    },
  ])
  expect(find('topic')).toMatchObject([
    { key: 'tides', name: 'Tides', addresses: expect.arrayContaining(['/tag/tides/', '/tag/tides/feed/']) },
    { key: 'category:boats', name: 'Boats' },
  ])
  expect(find('article')).toEqual([
    {
      kind: 'article',
      key: '12',
      type: 'post',
      addresses: ['https://courier.example/2019/05/post-12/', '/?p=12', '/2019/05/former-name/'],
      title: 'Tea & cake',
      standfirst: 'In short',
      html: '<p>First line<br>\nsecond line</p><p>Next <strong>paragraph</strong></p>',
      state: 'published',
      createdAt: '2019-05-01T10:00:00.000Z',
      publishedAt: '2019-05-01T10:00:00.000Z',
      updatedAt: '2020-01-02T03:04:05.000Z',
      people: ['ann'],
      topics: ['tides', 'category:boats'],
      category: 'sport',
      image: { address: PHOTO, alt: 'A harbour', caption: 'Boats', credit: '' },
      slug: 'post-12',
      searchTitle: 'For search',
      searchDescription: null,
      socialTitle: null,
      canonicalUrl: null,
      language: 'cy',
      isUnlisted: true,
    },
  ])
  expect(find('loss')).toMatchObject([{ what: 'comments', count: 3, example: 'Tea & cake' }])
})

it.each([
  [{ status: 'future', date: '2999-01-01 00:00:00' }, 'scheduled', {}],
  [{ status: 'draft', date: '0000-00-00 00:00:00' }, 'draft', {}],
  [{ status: 'pending' }, 'draft', {}],
  [{ status: 'private' }, 'draft', { 'private posts, which become drafts': 1 }],
  [{ password: 'secret' }, 'draft', { 'posts with a password, which become drafts': 1 }],
  [{ status: 'trash' }, undefined, { 'deleted posts': 1 }],
  [{ type: 'nav_menu_item' }, undefined, { 'menu items': 1 }],
  [{ type: 'product' }, undefined, { 'items of the type product': 1 }],
  [{ status: 'constructor' }, undefined, { 'posts with the status constructor': 1 }],
  [{ type: 'constructor' }, undefined, { 'items of the type constructor': 1 }],
])('reads the state of %o', async (post, state, lost) => {
  expect(await readPost(post)).toMatchObject({ ...(state && { state }), lost })
})

it('reads several authors, and guests whom the export does not list', async () => {
  const items = await read(
    writeWxr(
      [
        {
          id: 1,
          terms:
            '<category domain="author" nicename="cap-ann"><![CDATA[Ann]]></category><category domain="author" nicename="cap-guest"><![CDATA[A Guest]]></category>',
        },
      ],
      WXR_NAMES,
    ),
  )
  expect(items.find(({ kind }) => kind === 'article')).toMatchObject({ people: ['ann', 'guest'] })
  expect(items.filter(({ kind }) => kind === 'person')).toMatchObject([
    { key: 'ann' },
    { key: 'guest', name: 'A Guest' },
  ])
})

describe('the text of a post', () => {
  const figure = (src: string, alt = '', caption = '') =>
    `<figure><img src="${src}"${alt && ` alt="${alt}"`}>${caption && `<figcaption><span>${caption}</span></figcaption>`}</figure>`

  it.each([
    [
      'an image block, whose original is taken',
      `<!-- wp:image {"id":20} --><figure class="wp-block-image alignwide"><img src="${PHOTO.replace('.jpg', '-1024x683.jpg')}" alt="Quay" class="wp-image-20"/><figcaption class="wp-element-caption">At <em>dusk</em></figcaption></figure><!-- /wp:image -->`,
      figure(PHOTO, 'Quay', 'At <em>dusk</em>').replace('<figure>', '<figure class="wide">'),
    ],
    [
      'a gallery block',
      `<!-- wp:gallery --><figure class="wp-block-gallery"><!-- wp:image --><figure class="wp-block-image"><img src="${PHOTO}" alt="One"/></figure><!-- /wp:image --><!-- wp:image --><figure class="wp-block-image"><img src="${OTHER}" alt="Two"/><figcaption>Second</figcaption></figure><!-- /wp:image --></figure><!-- /wp:gallery -->`,
      `<div class="gallery">${figure(PHOTO, 'One')}${figure(OTHER, 'Two', 'Second')}</div>`,
    ],
    [
      'a gallery shortcode',
      '[gallery ids="20,21"]',
      `<div class="gallery">${figure(PHOTO, 'A harbour', 'Boats')}${figure(OTHER)}</div>`,
    ],
    ['a gallery of the images of the post', '[gallery]', figure(OTHER)],
    [
      'a caption shortcode',
      `Before\n\n[caption id="attachment_20" align="aligncenter" width="300"]<a href="${PHOTO}"><img class="wp-image-20" src="${PHOTO.replace('.jpg', '-300x200.jpg')}" alt="Quay" /></a> The quay[/caption]\n\nAfter`,
      `<p>Before</p>${figure(PHOTO, 'Quay', 'The quay')}<p>After</p>`,
    ],
    [
      'an embed block',
      '<!-- wp:embed {"url":"https://www.youtube.com/watch?v=dQw4w9WgXcQ"} --><figure class="wp-block-embed is-type-video"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n</div></figure><!-- /wp:embed -->',
      expect.stringMatching(
        /^<figure class="embed" data-address="https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ">/,
      ),
    ],
    [
      'an address alone on a line',
      'See:\nhttps://youtu.be/dQw4w9WgXcQ\nand more',
      expect.stringMatching(/^<p>See:<\/p><figure class="embed".*<\/figure><p>and more<\/p>$/s),
    ],
    [
      'an address alone on a line that cannot be embedded',
      'https://tv.example/2009/03/?a=1&b=2',
      '<p><a href="https://tv.example/2009/03/?a=1&amp;b=2">https://tv.example/2009/03/?a=1&amp;b=2</a></p>',
    ],
    [
      'a pull quote',
      '<!-- wp:pullquote --><figure class="wp-block-pullquote"><blockquote><p>Quoted</p></blockquote></figure><!-- /wp:pullquote -->',
      expect.stringContaining('<figure class="pull-quote">'),
    ],
    [
      'columns and a group',
      '<!-- wp:columns --><div class="wp-block-columns"><!-- wp:column --><div class="wp-block-column"><!-- wp:paragraph --><p>Left</p><!-- /wp:paragraph --></div><!-- /wp:column --><div class="wp-block-column"><p>Right</p></div></div><!-- /wp:columns -->',
      '<p>Left</p><p>Right</p>',
    ],
    [
      'a cover with a background image',
      `<!-- wp:cover {"url":"${PHOTO}","id":20} --><div class="wp-block-cover" style="background-image:url(${PHOTO})"><p class="wp-block-cover-text">The quay</p></div><!-- /wp:cover -->`,
      `${figure(PHOTO)}<p>The quay</p>`,
    ],
    [
      'an audio shortcode without the name of an attribute',
      '[audio https://courier.example/a.mp3]',
      '<figure class="audio"><audio src="https://courier.example/a.mp3"></audio></figure>',
    ],
    [
      'a table',
      '<!-- wp:table --><figure class="wp-block-table"><table><tbody><tr><td>1</td><td>2</td></tr></tbody></table></figure><!-- /wp:table -->',
      expect.stringContaining('<tr><td>1</td><td>2</td></tr>'),
    ],
    ['a pattern that posts share', 'A<!-- wp:block {"ref":30} /-->B', '<p>A</p><p>Shared</p><p>B</p>'],
    ['preformatted text', 'A\n\n<pre>one\n\n  two</pre>\n\nB', '<p>A</p><pre>one\n\n  two</pre><p>B</p>'],
    ['words in brackets', 'He said it [sic] [1] [[gallery]]', '<p>He said it [sic] [1] [[gallery]]</p>'],
  ])('has %s', async (_, content, html) => {
    const shared = {
      id: 30,
      type: 'wp_block',
      content: '<!-- wp:paragraph --><p>Shared</p><!-- /wp:paragraph -->',
    }
    expect((await readPost({ content }, [photo, other, shared])).html).toEqual(html)
  })

  const podcastOf = (address: string) => ({
    enclosure: `${address}\n21169426\naudio/mpeg\na:1:{s:8:"duration";s:8:"00:29:24";}`,
  })

  it('ends with the recording of a podcast', async () => {
    const meta = podcastOf('https://media.example/episode.mp3')
    expect((await readPost({ content: '<p>About it.</p>', meta })).html).toBe(
      '<p>About it.</p><figure class="audio"><audio src="https://media.example/episode.mp3"></audio></figure>',
    )
  })

  it.each(['&', '&amp;', '&#038;', '&#38;'])(
    'has a recording once if it contains its address with %s',
    async (ampersand) => {
      const address = 'https://media.example/episode.mp3?a=1&b=2'
      const content = `<p><a href="${address.replace('&', ampersand)}">Listen</a></p>`
      expect((await readPost({ content, meta: podcastOf(address) })).html).toBe(
        `<p><a href="${address.replace('&', '&amp;')}">Listen</a></p>`,
      )
    },
  )

  it('says what it loses, and keeps the words', async () => {
    const { html, lost } = await readPost({
      content:
        'A [contact-form-7 id="1"]\n\n[box]Kept words[/box]\n\n<!-- wp:latest-posts {"postsToShow":3} /-->\n\n<form><input name="q"></form>',
    })
    expect(html).toBe('<p>A</p><p>Kept words</p>')
    expect(lost).toEqual({
      'shortcodes [contact-form-7]': 1,
      'shortcodes [box]': 1,
      'blocks of the type latest-posts': 1,
      forms: 1,
    })
  })
})

it('reads the same items without the texts of articles', async () => {
  const path = join(dir, 'export.xml')
  await writeFile(path, writeWxr([{ id: 1, content: '<p>Text</p>' }, { id: 2 }], WXR_NAMES))
  await using source = await openSource(path)
  const items = await Array.fromAsync(source.items())
  expect(articlesOf(items)[0]?.html).toBe('<p>Text</p>')
  const withoutTexts = items.map((item) => (item.kind === 'article' ? { ...item, html: '' } : item))
  expect(await Array.fromAsync(source.items({ hasTexts: false }))).toEqual(withoutTexts)
})

describe('a folder with the uploads', () => {
  it('has the images at their former addresses, also the original of a smaller version', async () => {
    await mkdir(join(dir, 'wp-content/uploads/2019/05'), { recursive: true })
    await writeFile(join(dir, 'wp-content/uploads/2019/05/größe.jpg'), 'bytes')
    await writeFile(join(dir, 'courier.wordpress.2026-11-29.000.xml'), writeWxr([{ id: 1 }], WXR_NAMES))
    await writeFile(join(dir, 'courier.wordpress.2026-11-29.001.xml'), writeWxr([{ id: 2 }], WXR_NAMES))
    await using source = await openSource(dir)
    expect(paperOf(source)).toBe('wordpress courier.example')
    const items = await Array.fromAsync(source.items())
    expect(articlesOf(items).map(({ key }) => key)).toEqual(['1', '2'])
    expect(items.filter(({ kind }) => kind === 'person')).toHaveLength(1)
    const file = await source.readFile(
      'http://courier.example/wp-content/uploads/2019/05/gr%C3%B6%C3%9Fe-300x200.jpg',
    )
    expect(Buffer.concat(await Array.fromAsync(file ?? [])).toString()).toBe('bytes')
    expect(await source.readFile('https://courier.example/wp-content/uploads/../../etc/passwd')).toBeNull()
  })
})

describe('a damaged or hostile export', () => {
  const wxr = writeWxr([{ id: 1 }])

  it.each([
    ['cut off', wxr.slice(0, -30), /The XML file is damaged/],
    [
      'with entities that expand',
      wxr
        .replace('<rss', '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss')
        .replace('The Courier', '&b;'),
      /undefined entity/,
    ],
    [
      'that reads a file',
      wxr
        .replace('<rss', '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss')
        .replace('The Courier', '&x;'),
      /undefined entity/,
    ],
    ['nested too deeply', wxr.replace('<item>', `<item>${'<a>'.repeat(60)}`), /nested too deeply/],
    ['of another format', '<html></html>', /not an export that can be imported/],
    ['of one huge element', writeWxr([{ id: 1, content: 'x'.repeat(33_000_000) }]), /larger than 32 MB/],
  ])('%s is refused', async (_, xml, message) => {
    await expect(read(xml)).rejects.toThrow(message)
  })

  it('may have characters that XML does not allow', async () => {
    const [article] = (await read(writeWxr([{ id: 1, title: 'A\u0008B' }]))).filter(
      ({ kind }) => kind === 'article',
    )
    expect(article).toMatchObject({ title: 'AB' })
  })
})
