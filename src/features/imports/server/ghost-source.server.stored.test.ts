import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { COMMAND_LINE_ACTOR } from '#features/audit/server/record-audit.server.ts'
import { openLibrary, stripes } from '#features/media/testing/library-fixture.ts'
import { DEFAULT_OPTIONS } from '../rules/import-options.ts'
import { openZip } from '../testing/open-zip.ts'
import { openGhost } from './ghost-source.server.ts'
import { addImport, findImport } from './imports.server.ts'
import { paperOf } from './open-source.server.ts'
import { runImport } from './run-import.server.ts'

const { db, pool, bucket, dir } = await openLibrary()
const services = { db, bucket, dir: join(dir, 'temporary'), outbound: null }
const photo = await stripes({ seed: 0.3 })

const DATA = {
  posts: [
    {
      id: 'p1',
      title: 'Harbour wall opens',
      slug: 'harbour-wall',
      type: 'post',
      status: 'published',
      visibility: 'public',
      created_at: '2024-05-01T08:00:00.000Z',
      updated_at: '2024-05-02T08:00:00.000Z',
      published_at: '2024-05-02T08:00:00.000Z',
      lexical: JSON.stringify({
        root: {
          children: [
            { type: 'heading', tag: 'h2', children: [{ type: 'text', text: 'The works' }] },
            {
              type: 'image',
              src: '__GHOST_URL__/content/images/2024/wall.png',
              alt: 'A wall',
              caption: 'In May',
            },
            { type: 'callout', calloutText: 'Mind it', calloutEmoji: '' },
            { type: 'paragraph', children: [{ type: 'text', text: 'It cost £4m.' }] },
          ],
        },
      }),
      custom_excerpt: 'It cost £4m.',
    },
    {
      id: 'p2',
      title: 'Paid',
      slug: 'paid',
      status: 'published',
      visibility: 'paid',
      published_at: '2024-05-03T08:00:00.000Z',
      html: '<p>x</p>',
    },
  ],
  tags: [
    { id: 't1', name: 'Sport', slug: 'sport' },
    { id: 't2', name: 'Sea walls', slug: 'sea-walls' },
  ],
  posts_tags: [
    { post_id: 'p1', tag_id: 't1', sort_order: 0 },
    { post_id: 'p1', tag_id: 't2', sort_order: 1 },
  ],
  users: [{ id: 'a1', name: 'Ada Lane', slug: 'ada' }],
  posts_authors: [{ post_id: 'p1', author_id: 'a1', sort_order: 0 }],
  members: [
    { id: 'm1', email: 'in@ghost.example', subscribed: true },
    { id: 'm2', email: 'out@ghost.example', subscribed: false },
  ],
}

async function run(data: object) {
  await using source = await openZip(openGhost, [
    { name: 'site.json', content: JSON.stringify({ db: [{ meta: {}, data }] }) },
    { name: 'content/images/2024/wall.png', content: photo },
  ])
  if (!source) throw new Error('It is not recognised')
  const id = randomUUID()
  const added = {
    id,
    name: 'site.zip',
    path: '/site.zip',
    options: DEFAULT_OPTIONS,
    state: 'running',
  } as const
  await addImport(db, COMMAND_LINE_ACTOR, added)
  const running = { id, source: paperOf(source) }
  await runImport(
    services,
    COMMAND_LINE_ACTOR,
    source,
    DEFAULT_OPTIONS,
    running,
    new AbortController().signal,
  )
  return (await findImport(db, id))?.results
}

const rows = (query: string) => pool.query(query).then((result) => result.rows)

it('is stored as articles with blocks, images, people, topics, redirects and subscribers, and once', async () => {
  const first = await run(DATA)
  expect(first?.article).toMatchObject({ created: { count: 2 } })
  const [article] = await rows(`select title, summary, content, category, author, published_at from articles`)
  expect(article).toMatchObject({
    title: 'Harbour wall opens',
    summary: 'It cost £4m.',
    category: 'Sport',
    author: 'Ada Lane',
    published_at: new Date('2024-05-02T08:00:00Z'),
  })
  expect(article.content).toMatch(
    /^<h2>The works<\/h2><figure><img src="\/storage\/[^"]+" alt="A wall" width="\d+" height="\d+"><figcaption><span>In May<\/span><\/figcaption><\/figure><aside class="fact-box"><p>Mind it<\/p><\/aside><p>It cost £4m.<\/p>$/,
  )
  expect(await rows('select email, is_active from newsletter_subscribers order by email')).toEqual([
    { email: 'in@ghost.example', is_active: true },
    { email: 'out@ghost.example', is_active: false },
  ])
  const redirects = await rows('select from_path from redirects order by from_path')
  expect(redirects.map(({ from_path }) => from_path)).toEqual(
    expect.arrayContaining(['/author/ada/rss', '/harbour-wall', '/rss', '/tag/sea-walls', '/tag/sport']),
  )

  const [post, ...others] = DATA.posts
  const second = await run({ ...DATA, posts: [{ ...post, title: 'Harbour wall opens at last' }, ...others] })
  expect(second?.article).toMatchObject({ updated: { count: 1 }, unchanged: { count: 1 } })
  expect(await rows('select title from articles')).toEqual([{ title: 'Harbour wall opens at last' }])
  expect(await rows('select count(*)::int as count from media')).toEqual([{ count: 1 }])
  expect(await rows('select count(*)::int as count from newsletter_subscribers')).toEqual([{ count: 2 }])
})
