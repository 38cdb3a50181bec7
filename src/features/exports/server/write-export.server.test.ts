import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { parseXml, type XmlNode } from '#features/exports/testing/parse-xml.ts'
import { writeByline } from '#features/people/rules/byline.ts'
import { withdrawArticle } from '#features/publishing/server/withdraw-article.server.ts'
import { NOW } from '#features/publishing/testing/newsroom.ts'
import { applyPlace } from '#kernel/time/apply-place.ts'
import { DEFAULT_PLACE } from '#kernel/time/place.ts'
import { eventually } from '#platform/testing/eventually.ts'
import { createPaper, ORIGIN } from '../testing/paper.ts'
import { unzip } from '../testing/unzip.ts'
import { writeExport } from './write-export.server.ts'

const paper = await createPaper()
const { pool, db, ada, bucket } = paper
beforeEach(() => paper.clear())
afterAll(() => paper.drop())

const PUBLIC_FORMATS = ['wordpress', 'ghost', 'markdown'] as const

/** An article with people, a topic and images in its lead and its text. */
async function publishStory() {
  const [lead, inText] = [await paper.upload(), await paper.upload()]
  const writer = await paper.addAuthor('Grace Ode', 'grace-ode')
  const photographer = { ...(await paper.addAuthor('Ed <Lens>', 'ed-lens')), role: 'Photographs' }
  const topic = await paper.addTopic('Tides & Floods', 'tides')
  await pool.query(`update media set caption = 'The quay', credit = 'E. Lens' where name = $1`, [lead])
  const id = await paper.publishArticle(
    {
      title: 'Baths & "towels" ]]> reopen',
      summary: 'After <em>ten</em> years',
      category: 'Health',
      byline: writeByline([writer, photographer]),
      author: 'Grace Ode',
      imageUrl: `/storage/article-images/${lead}`,
      imageAlt: 'A quay',
      content: `<h2>Water</h2><p>It is <strong>warm</strong> &amp; <a href="/health">healthy</a> ]]&gt;.</p>
        <figure><img src="/storage/article-images/${inText}" alt="A towel" width="320" height="200"><figcaption><span>A towel</span> <cite>E. Lens</cite></figcaption></figure>
        <script>alert(1)</script>`,
      slug: 'baths',
      searchTitle: 'Baths',
      searchDescription: 'Baths reopen',
      canonicalUrl: 'https://other.example/baths',
      isUnlisted: true,
    },
    [topic],
  )
  return { id, lead, inText, writer }
}

const isText = (name: string) => /\.(json|jsonl|md|xml)$/.test(name)

async function readTexts(format: (typeof PUBLIC_FORMATS)[number], bytes: Buffer): Promise<string> {
  if (format === 'wordpress') return bytes.toString()
  const entries = [...(await unzip(bytes))]
  return entries.map(([name, content]) => `${name}\n${isText(name) ? content : ''}`).join('\n')
}

async function namesOf(
  format: (typeof PUBLIC_FORMATS)[number],
  bytes: Buffer,
): Promise<(string | undefined)[]> {
  const names =
    format === 'wordpress'
      ? parseXml(bytes.toString())
          .child('channel')
          .all('item')
          .flatMap((item) => item.all('wp:attachment_url').map(({ content }) => content))
      : [...(await unzip(bytes)).keys()]
  return names.map((name) => name.split('/').at(-1))
}

it.each(PUBLIC_FORMATS)(
  'an export as %s has only what is published, without scripts, or only what one author published',
  async (format) => {
    const { id, lead, inText, writer } = await publishStory()
    const [inPost, portrait, other, unused] = [
      await paper.upload(),
      await paper.upload(),
      await paper.upload(),
      await paper.upload(),
    ]
    await pool.query('update authors set image_url = $2 where id = $1', [
      writer.id,
      `/storage/article-images/${portrait}`,
    ])
    await pool.query(`update articles set live_state = 'live' where id = $1`, [id])
    await pool.query(
      `insert into live_posts (id, article_id, seq, state, body, published_at, withdrawn_at) values
      (gen_random_uuid(), $1, 1, 'published', $2, now(), null),
      (gen_random_uuid(), $1, 2, 'published', '<p>Secret post</p>', now(), now()),
      (gen_random_uuid(), $1, null, 'waiting', '<p>Secret waiting post</p>', null, null)`,
      [id, `<p>Shown post</p><figure><img src="/storage/article-images/${inPost}"></figure>`],
    )
    await paper.edit({ summary: 'Secret change', content: '<p>Secret text</p>' }, { id })
    await paper.save({ title: 'Secret draft' }, { id: randomUUID() })
    const withdrawn = await paper.publishArticle({ title: 'Secret withdrawal' })
    await withdrawArticle(db, ada, { publicationId: randomUUID(), id: withdrawn, reason: '' }, NOW)
    await paper.publishArticle({ title: 'By a known byline', author: 'G. Ode' })
    await pool.query(`insert into author_aliases (name, author_id) values ('G. Ode', $1)`, [writer.id])
    await paper.publishArticle({
      title: 'By Ben',
      author: 'Ben',
      imageUrl: `/storage/article-images/${other}`,
    })

    const complete = await paper.export({ format })
    const text = await readTexts(format, complete)
    for (const shown of ['Shown post', 'By a known byline', 'By Ben']) expect(text).toContain(shown)
    for (const hidden of ['Secret', 'alert(1)']) expect(text).not.toContain(hidden)
    const names = await namesOf(format, complete)
    expect(names).toEqual(expect.arrayContaining([lead, inText, inPost, portrait, other]))
    expect(names).not.toContain(unused)

    const own = await paper.export({ format, personId: writer.id })
    const ownText = await readTexts(format, own)
    for (const shown of ['Shown post', 'By a known byline']) expect(ownText).toContain(shown)
    expect(ownText).not.toContain('By Ben')
    const ownNames = await namesOf(format, own)
    expect(ownNames).toEqual(expect.arrayContaining([lead, inText, inPost, portrait]))
    expect(ownNames).not.toContain(other)
  },
)

it('an export reads one snapshot', async () => {
  await pool.query(
    `insert into articles (title, origin, published_at, content)
     select 'Old ' || n, 'editor', $1::timestamptz + n * interval '1 s', repeat('<p>word</p>', 500) from generate_series(0, 44) n`,
    [NOW],
  )
  const target = new PassThrough({ highWaterMark: 1 })
  const exporting = writeExport(db, target, {
    format: 'markdown',
    bucket,
    origin: ORIGIN,
    address: ORIGIN,
    now: NOW,
  })
  const chunks: Buffer[] = []
  let isChanged = false
  for await (const chunk of target) {
    if (!isChanged)
      await pool.query(`update articles set title = 'Later'; insert into articles (title) values ('Later')`)
    isChanged = true
    chunks.push(chunk as Buffer)
  }
  await exporting
  const text = await readTexts('markdown', Buffer.concat(chunks))
  expect(text).toContain('Old 44')
  expect(text).not.toContain('Later')
})

// A stream of XML, and a ZIP file.
it.each(['wordpress', 'masthead'] as const)(
  'an export as %s ends its transaction when the client leaves, and waits for a slow one',
  async (format) => {
    await pool.query(
      `insert into articles (title, content, origin)
     select 'Story ' || n, (select string_agg('<p>' || md5(n || ':' || m) || '</p>', '') from generate_series(1, 500) m), 'editor'
     from generate_series(1, 100) n`,
    )
    const target = new PassThrough({ highWaterMark: 1_024 })
    const exporting = writeExport(db, target, { format, bucket, origin: ORIGIN, address: ORIGIN, now: NOW })
    const isOpen = async () => {
      const { rows } = await pool.query(
        `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
      )
      return rows[0].open === 1
    }
    // Nobody reads.
    await eventually(async () => expect(await isOpen()).toBe(true))
    expect(target.writableLength).toBeLessThan(1_000_000)
    target.destroy()
    await expect(exporting).rejects.toThrow()
    expect(await isOpen()).toBe(false)
  },
)

describe('an export for WordPress', () => {
  it('has the structure of WXR 1.2, and keeps texts, people, terms and images', async () => {
    applyPlace({ ...DEFAULT_PLACE, timeZone: 'Asia/Tokyo' })
    onTestFinished(() => applyPlace(DEFAULT_PLACE))
    const { id, lead, inText } = await publishStory()
    const xml = parseXml((await paper.export({ format: 'wordpress' })).toString())
    const channel = xml.child('channel')
    expect(channel.text('wp:wxr_version')).toBe('1.2')
    expect(channel.text('wp:base_site_url')).toBe(ORIGIN)
    expect(
      channel
        .all('wp:author')
        .map((author) => author.text('wp:author_login'))
        .sort(),
    ).toEqual(['ed-lens', 'grace-ode'])
    expect(channel.all('wp:category')).toHaveLength(10)
    expect(channel.all('wp:tag').map((tag) => tag.text('wp:tag_name'))).toEqual(['Tides & Floods'])
    const items = channel.all('item')
    for (const item of items) expectItem(item)
    expect(new Set(items.map((item) => item.text('wp:post_id'))).size).toBe(items.length)
    const attachments = items.filter((item) => item.text('wp:post_type') === 'attachment')
    expect(attachments.map((item) => item.text('wp:attachment_url')).sort()).toEqual(
      [lead, inText].map((name) => `${ORIGIN}/storage/article-images/${name}`).sort(),
    )
    const [post] = items.filter((item) => item.text('wp:post_type') === 'post')
    expect(post?.text('title')).toBe('Baths & "towels" ]]> reopen')
    expect(post?.text('link')).toBe(`${ORIGIN}/article/${id}/baths`)
    expect(post?.text('dc:creator')).toBe('grace-ode')
    expect(post?.text('excerpt:encoded')).toBe('After ten years')
    expect(post?.text('wp:post_name')).toBe('baths')
    expect(post?.text('wp:post_date_gmt')).toBe('2026-11-21 12:00:00')
    expect(post?.text('wp:post_date')).toBe('2026-11-21 21:00:00')
    expect(post?.text('content:encoded')).toContain(
      `<a href="${ORIGIN}/health" rel="noopener">healthy</a> ]]&gt;.`,
    )
    expect(post?.text('content:encoded')).toContain(`src="${ORIGIN}/storage/article-images/${inText}"`)
    expect(post?.all('category').map(({ attributes }) => [attributes.domain, attributes.nicename])).toEqual([
      ['category', 'health'],
      ['post_tag', 'tides'],
      ['author', 'cap-grace-ode'],
      ['author', 'cap-ed-lens'],
    ])
    const meta = new Map(
      post?.all('wp:postmeta').map((entry) => [entry.text('wp:meta_key'), entry.text('wp:meta_value')]),
    )
    const thumbnail = attachments.find((item) => item.text('wp:attachment_url').endsWith(lead))
    expect(meta.get('_thumbnail_id')).toBe(thumbnail?.text('wp:post_id'))
    expect(meta.get('_yoast_wpseo_canonical')).toBe('https://other.example/baths')
    expect(thumbnail?.text('excerpt:encoded')).toBe('The quay')
  })

  it('names the language of the newspaper, and those of articles in another one', async () => {
    applyPlace({ ...DEFAULT_PLACE, locale: 'de-AT' })
    onTestFinished(() => applyPlace(DEFAULT_PLACE))
    await paper.publishArticle({ title: 'Un', language: 'fr' })
    await paper.publishArticle({ title: 'Zwei' })
    const channel = parseXml((await paper.export({ format: 'wordpress' })).toString()).child('channel')
    expect(channel.text('language')).toBe('de-AT')
    const languages = channel
      .all('item')
      .map((item) => item.all('category').find(({ attributes }) => attributes.domain === 'language'))
    expect(languages.map((term) => term?.attributes.nicename).sort()).toEqual(['fr', undefined])
  })

  it('lists the authors of plain bylines once', async () => {
    await paper.publishArticle({ title: 'One', author: 'Ben Ode' })
    await paper.publishArticle({ title: 'Two', author: 'Ben Ode' })
    const channel = parseXml((await paper.export({ format: 'wordpress' })).toString()).child('channel')
    expect(channel.all('wp:author').map((author) => author.text('wp:author_login'))).toEqual(['ben-ode'])
    expect(channel.all('item').map((item) => item.text('dc:creator'))).toEqual(['ben-ode', 'ben-ode'])
  })
})

/** The elements that WordPress writes for each item (wp-admin/includes/export.php), in its order. */
const ITEM_ELEMENTS =
  'title link pubDate dc:creator guid description content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt wp:post_modified wp:post_modified_gmt wp:comment_status wp:ping_status wp:post_name wp:status wp:post_parent wp:menu_order wp:post_type wp:post_password wp:is_sticky'.split(
    ' ',
  )

function expectItem(item: XmlNode): void {
  expect(item.children.slice(0, ITEM_ELEMENTS.length).map(({ name }) => name)).toEqual(ITEM_ELEMENTS)
  expect(item.text('wp:post_id')).toMatch(/^\d+$/)
  for (const name of ['wp:post_date', 'wp:post_date_gmt', 'wp:post_modified', 'wp:post_modified_gmt'])
    expect(item.text(name)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(['publish', 'inherit']).toContain(item.text('wp:status'))
}

describe('an export for Ghost', () => {
  it('links posts with tags and authors, and keeps texts and images', async () => {
    const { id, lead, inText } = await publishStory()
    const entries = await unzip(await paper.export({ format: 'ghost' }))
    const { meta, data } = JSON.parse(String(entries.get('ghost.json'))).db[0]
    expect(meta).toEqual({ exported_on: NOW.getTime(), version: '5.0.0' })
    const [post] = data.posts
    expect(post).toMatchObject({
      uuid: id,
      title: 'Baths & "towels" ]]> reopen',
      slug: `baths-${id.slice(0, 8)}`,
      status: 'published',
      custom_excerpt: 'After ten years',
      feature_image: `__GHOST_URL__/content/images/${lead}`,
      published_at: NOW.toISOString(),
      canonical_url: 'https://other.example/baths',
      meta_title: 'Baths',
      feature_image_alt: 'A quay',
      feature_image_caption: 'The quay E. Lens',
    })
    const [card] = JSON.parse(post.lexical).root.children
    expect(card).toMatchObject({ type: 'html', version: 1 })
    expect(card.html).toContain(`src="__GHOST_URL__/content/images/${inText}"`)
    const nameOf = (rows: { id: string; name: string }[], wanted: string) =>
      rows.find((row) => row.id === wanted)?.name
    expect(data.posts_tags.map(({ tag_id }: { tag_id: string }) => nameOf(data.tags, tag_id))).toEqual([
      'Health',
      'Tides & Floods',
    ])
    expect(
      data.posts_authors.map(({ author_id }: { author_id: string }) => nameOf(data.users, author_id)),
    ).toEqual(['Grace Ode', 'Ed <Lens>'])
    for (const row of [...data.posts, ...data.users, ...data.tags]) expect(row.id).toMatch(/^[0-9a-f]{24}$/)
    expect(entries.get(`content/images/${lead}`)).toEqual(await bucket.read(lead))
    expect(entries.has(`content/images/${inText}`)).toBe(true)
  })
})

describe('an export as Markdown', () => {
  it('has front matter, text and files that the text points to', async () => {
    const { id, lead, inText } = await publishStory()
    const entries = await unzip(await paper.export({ format: 'markdown' }))
    const path = `articles/2026/baths-${id.slice(0, 8)}.md`
    const [, front = '', body = ''] = String(entries.get(path)).split(/^---\n/m)
    expect(parse(front)).toEqual({
      id,
      title: 'Baths & "towels" ]]> reopen',
      slug: 'baths',
      date: NOW.toISOString(),
      description: 'After ten years',
      authors: ['Grace Ode'],
      credits: [{ name: 'Ed <Lens>', role: 'Photographs' }],
      categories: ['Health'],
      tags: ['Tides & Floods'],
      image: `../../files/${lead}`,
      image_alt: 'A quay',
      image_caption: 'The quay',
      image_credit: 'E. Lens',
      aliases: [`/article/${id}/baths`],
      canonical_url: 'https://other.example/baths',
      search_title: 'Baths',
      search_description: 'Baths reopen',
      noindex: true,
    })
    expect(body).toContain(`## Water\n\nIt is **warm** & [healthy](${ORIGIN}/health) \\]\\]>.`)
    expect(body).toContain(`<img src="../../files/${inText}"`)
    expect(entries.get(`files/${lead}`)).toEqual(await bucket.read(lead))
    expect(entries.has(`files/${inText}`)).toBe(true)
    expect(String(entries.get('people/grace-ode.md'))).toContain('Grace Ode writes.')
  })
})

describe('an export as Masthead', () => {
  it('has subscribers only if they are asked for, and no accounts', async () => {
    await pool.query(`insert into newsletter_subscribers (email) values ('reader@example.org')`)
    const text = async (withSubscribers: boolean) => {
      const entries = await unzip(await paper.export({ format: 'masthead', withSubscribers }))
      return [...entries].map(([name, content]) => name + content).join('\n')
    }
    expect(await text(false)).not.toContain('reader@example.org')
    const complete = await text(true)
    expect(complete).toContain('reader@example.org')
    expect(complete).not.toContain(ada.email)
  })
})
